#!/bin/sh
# Run once by the image of PostgreSQL when it makes the primary: lets a standby follow it.
set -eu
echo "host replication giao all scram-sha-256" >>"$PGDATA/pg_hba.conf"
