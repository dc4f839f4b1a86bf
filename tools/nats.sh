#!/bin/sh
# nats.sh: prints the path of a nats-server for the tests: $CROUPIER_NATS, the system's, else Debian's,
# unpacked into .venv, so that no service starts with it.
set -eu
cd "$(dirname "$0")/.."
if [ -n "${CROUPIER_NATS:-}" ]; then
  command -v "$CROUPIER_NATS" && exit 0
  echo "CROUPIER_NATS: there is no program $CROUPIER_NATS" >&2
  exit 1
fi
PATH="$PATH:/usr/sbin:/usr/local/sbin"
command -v nats-server && exit 0
own="$PWD/.venv/nats"
found="$own/usr/sbin/nats-server"
[ -x "$found" ] && echo "$found" && exit 0
if command -v apt-get >/dev/null && command -v dpkg >/dev/null; then
  echo "unpacking Debian's nats-server for the tests of messages between nodes" >&2
  rm -rf "$own" && mkdir -p "$own"
  if [ "$(id -u)" = 0 ]; then apt-get update -qq >&2 || true; fi
  (cd "$own" && apt-get download -qq nats-server >&2 && dpkg -x nats-server_*.deb .) || true
  [ -x "$found" ] && echo "$found" && exit 0
fi
echo "there is no nats-server, and none could be had: install one, or name it in CROUPIER_NATS" >&2
exit 1
