#!/bin/sh
# postgres.sh: prints the folder with initdb and postgres for the tests: $CROUPIER_POSTGRES, the
# system's, or Debian's package where we may install it; no server of its own is made or started by it.
set -eu
if [ -n "${CROUPIER_POSTGRES:-}" ]; then
  [ -x "$CROUPIER_POSTGRES/initdb" ] && echo "$CROUPIER_POSTGRES" && exit 0
  echo "CROUPIER_POSTGRES: there is no initdb in $CROUPIER_POSTGRES" >&2
  exit 1
fi
installed() {
  for folder in $(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -rV); do
    [ -x "$folder/initdb" ] && [ -x "$folder/postgres" ] && echo "$folder" && return 0
  done
  found="$(command -v initdb)" && [ -x "$(dirname "$found")/postgres" ] && dirname "$found"
}
installed && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "installing Debian's postgresql for the tests of the journal" >&2
  export DEBIAN_FRONTEND=noninteractive
  mkdir -p /etc/postgresql-common
  [ -e /etc/postgresql-common/createcluster.conf ] ||
    echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.conf
  if apt-get update -qq >&2 &&
    apt-get install -y -qq --no-install-recommends -o Dpkg::Options::=--force-confold postgresql >&2; then
    installed && exit 0
  fi
fi
echo "there is no PostgreSQL, and it cannot be installed: name the folder of initdb in CROUPIER_POSTGRES" >&2
exit 1
