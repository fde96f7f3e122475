-- Addresses of other systems that get events. Their secrets are sealed, because they sign what we send.
create table webhook_endpoints (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  url text not null,
  -- Kinds of events, such as listing or claim.
  events text[] not null check (cardinality(events) > 0),
  secret text not null,
  -- After a rotation, the earlier secret signs too until this time.
  old_secret text,
  old_secret_until timestamptz,
  created_at timestamptz not null,
  -- The first failure since the last success.
  failing_since timestamptz,
  disabled_at timestamptz
);
create index webhook_endpoints_user on webhook_endpoints (user_id);

-- The outbox of events, written in the transaction of the change, and the log of their deliveries.
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  endpoint_id integer not null references webhook_endpoints on delete cascade,
  -- What receivers recognize a repeated event by. Random, because ids repeat after a restored backup.
  event_id uuid not null default gen_random_uuid(),
  type text not null,
  -- For example listing:12. Events of one subject are sent in the order of their ids.
  subject text not null,
  data jsonb not null,
  created_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  due_at timestamptz not null,
  held_until timestamptz,
  attempts integer not null default 0,
  attempted_at timestamptz,
  status integer,
  duration_ms integer,
  reply text,
  error text
);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at, id) where state = 'waiting';
create index webhook_deliveries_order on webhook_deliveries (endpoint_id, subject, id) where state = 'waiting';
create index webhook_deliveries_log on webhook_deliveries (endpoint_id, id);
create index webhook_deliveries_age on webhook_deliveries (created_at);
