#!/bin/sh
# A standby of $PRIMARY in $PGDATA: copied on the first start, followed from then on. One that was promoted stays a primary.
set -eu
PGPASSWORD=$(cat "${PASSWORD_FILE:-/run/secrets/postgres_password}")
export PGPASSWORD
if [ ! -e "$PGDATA/PG_VERSION" ]; then
  # A copy that was cut off is made again.
  rm -rf "$PGDATA.new"
  pg_basebackup -h "$PRIMARY" -p "${PRIMARY_PORT:-5432}" -U giao -D "$PGDATA.new" -X stream --checkpoint=fast -R
  chmod 700 "$PGDATA.new"
  mv "$PGDATA.new" "$PGDATA"
fi
exec postgres "$@"
