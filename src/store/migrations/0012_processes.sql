-- The processes of this installation and how they do: each writes its own row every few seconds, and a row that is not renewed
-- belongs to a process that is gone. Nothing depends on it but the page that shows it, so a crash may lose the last beats.

create unlogged table processes (
  -- Host and process id.
  name text primary key check (length(name) between 1 and 120),
  role text not null check (role in ('all', 'api', 'worker')),
  started_at timestamptz not null,
  -- The database's own clock: the one that all processes have in common.
  told_at timestamptz not null,
  -- Over the last minute.
  per_second double precision not null,
  failed_per_second double precision not null,
  p50_ms double precision not null,
  p99_ms double precision not null,
  connections int not null,
  connections_idle int not null,
  connections_waited_for int not null,
  memory_bytes bigint not null
);
