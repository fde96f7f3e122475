import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What happened to a claim, in order: its timeline for the claimant and the record for staff.
    create table claim_events (
      id bigint generated always as identity primary key,
      claim_id integer not null references claim_requests on delete cascade,
      at timestamptz not null,
      kind text not null check (kind in ('submitted', 'evidence_asked', 'answered', 'letter_sent', 'pin_failed', 'pin_confirmed',
        'approved', 'rejected', 'withdrawn', 'reversed', 'reopened')),
      actor_id integer references users on delete set null,
      note text
    );
    create index claim_events_claim on claim_events (claim_id, id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table claim_events`);
}
