/** The places up to which networks are read, and the nodes that read them. */
export const networks = `
-- The block up to which a network was read, and its last final block.
create table cursors (
  environment text not null,
  network text not null,
  chain text not null,
  version bigint not null,
  block_number bigint not null,
  block_hash text not null,
  parent_hash text not null,
  block_time bigint not null,
  final_number bigint not null,
  -- The number of blocks that the final one was behind when it last moved; null until it does.
  final_lag bigint,
  -- The number of blocks that became final then.
  final_step bigint,
  primary key (environment, network, chain)
);

-- The newest blocks read, from the final one to the cursor. They reveal a reorganisation.
create table blocks (
  environment text not null,
  network text not null,
  chain text not null,
  number bigint not null,
  hash text not null,
  parent_hash text not null,
  time bigint not null,
  primary key (environment, network, chain, number)
);

-- The block up to which final blocks of a network were reread, and the last one of which this is the first reading.
create table audits (
  environment text not null,
  network text not null,
  chain text not null,
  version bigint not null,
  number bigint not null,
  -- The time of that block.
  time bigint not null,
  -- Null when nothing was missed.
  missed_to bigint,
  missed_to_time bigint,
  primary key (environment, network, chain)
);

-- Leases on work that one node does at a time. Times are the database's, in milliseconds.
create table leases (
  name text primary key,
  -- The random id of a process, drawn at its start.
  holder text not null,
  -- Grows by one with each takeover.
  token bigint not null,
  -- The holder's note from its last renewal, as JSON.
  note text not null,
  renewed_at bigint not null,
  expires_at bigint not null
);

-- The number of requests of an account that one node may accept.
create table permits (
  id {id},
  -- The merchant, and whether it is in production.
  account text not null,
  permits bigint not null,
  -- By the database's clock, in milliseconds.
  taken_at bigint not null
);
create index permits_of_account on permits (account, taken_at);
`
