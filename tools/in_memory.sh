#!/bin/sh
# in_memory.sh: makes a folder for what tests write and prints it: in memory where 4 GB are free there, else
# where such folders lie. Others may pass through: a database of the tests may run as another user. Whoever
# asks for it takes it away.
set -eu
memory=/dev/shm
free=$(df -Pk "$memory" 2>/dev/null | awk 'NR == 2 { print $4 }')
if [ -z "${TMPDIR:-}" ] && [ -w "$memory" ] && [ "${free:-0}" -ge 4194304 ]; then
  TMPDIR=$memory
fi
folder=$(mktemp -d "${TMPDIR:-/tmp}/tests.XXXX")
chmod 711 "$folder"
echo "$folder"
