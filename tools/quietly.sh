#!/bin/sh
# quietly.sh COMMAND...: what it says is told when it has failed, whole and not among what others say.
if said="$("$@" 2>&1)"; then
  echo "held: $*"
  exit 0
else
  status=$?
fi
printf '%s\n' "$said" "failed ($status): $*" >&2
exit "$status"
