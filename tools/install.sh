#!/bin/sh
# install.sh FOLDER [PYTHON]: croupier from this bundle into a new environment in FOLDER. No network is needed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
if [ $# -lt 1 ]; then
  echo "usage: sh install.sh FOLDER [PYTHON]" >&2
  exit 2
fi
python=${2:-python3}
made_for=$(cat "$here/made-for")
this=$("$python" -c 'import sys, sysconfig; print(sys.implementation.cache_tag, sysconfig.get_platform())')
if [ "$this" != "$made_for" ]; then
  echo "this bundle was made for $made_for, and $python is $this: name another Python, or make another bundle" >&2
  exit 2
fi
if ! "$python" -m venv "$1"; then
  echo "$python cannot make an environment in $1 (Debian: the package python3-venv)" >&2
  exit 2
fi
"$1/bin/python" -m pip --isolated --disable-pip-version-check install --quiet \
  --no-index --find-links "$here/wheels" --require-hashes -r "$here/requirements.txt"
echo "$("$1/bin/croupier" --version) is installed: $1/bin/croupier"
