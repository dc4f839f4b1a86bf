#!/bin/sh
# pip.sh ARGS...: install into .venv with uv, or with plain pip where uv is not to be had; without ARGS
# only uv itself.
set -eu
bin=.venv/bin
export PIP_DISABLE_PIP_VERSION_CHECK=1
export UV_SYSTEM_CERTS="${UV_SYSTEM_CERTS:-1}"
[ -x "$bin/uv" ] || "$bin/python" -m pip install -q --require-hashes -r requirements/uv.lock || true
[ $# -gt 0 ] || exit 0
if [ -x "$bin/uv" ] && "$bin/uv" pip install -q --python "$bin/python" "$@"; then
  exit 0
fi
echo "uv is not available here: installing with pip" >&2
exec "$bin/python" -m pip install -q "$@"
