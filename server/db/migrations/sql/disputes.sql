-- Payments that cardholders dispute, as last read from the payment provider. Kept as long as transactions.
create table disputes (
  id text primary key,
  user_id integer references users on delete set null,
  customer_id text not null references billing_customers on delete cascade,
  charge_id text not null,
  invoice_id text,
  cents integer not null,
  currency text not null,
  reason text not null,
  status text not null,
  -- Null if no evidence is needed any more.
  evidence_due_at timestamptz,
  has_evidence boolean not null,
  -- What the dispute took from the balance at the provider: amount and fee, less what was returned.
  withdrawn_cents integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index disputes_customer on disputes (customer_id);
create index disputes_user on disputes (user_id);
create index disputes_open on disputes (evidence_due_at) where status in ('needs_response', 'warning_needs_response');
create index disputes_age on disputes (created_at);
