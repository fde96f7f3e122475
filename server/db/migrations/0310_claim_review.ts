import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table claim_requests
      add column npi text,
      add column due_at timestamptz,
      add column evidence_asked_at timestamptz,
      add column evidence_answered_at timestamptz,
      add column pin_confirmed_at timestamptz,
      -- The approved claim that closed this one; taking that approval back opens it again.
      add column closed_by_claim_id integer references claim_requests on delete set null,
      add constraint claim_requests_status_known check (status in ('pending', 'approved', 'rejected', 'withdrawn'));
    create index claim_requests_user on claim_requests (user_id, submitted_at desc);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    `alter table claim_requests drop constraint claim_requests_status_known, drop column npi, drop column due_at, drop column evidence_asked_at, drop column evidence_answered_at, drop column pin_confirmed_at, drop column closed_by_claim_id; drop index claim_requests_user`,
  );
}
