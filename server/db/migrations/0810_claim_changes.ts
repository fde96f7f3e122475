import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Which transaction last touched a claim or what hangs on it. Readers that ask for everything from the oldest
    -- transaction that was still open the last time miss nothing, whatever the clocks say.
    alter table claim_requests add column changed_in xid8 not null default pg_current_xact_id();
    create index claim_requests_changed on claim_requests (changed_in);

    create function mark_claim() returns trigger language plpgsql as $$
    begin
      new.changed_in := pg_current_xact_id();
      return new;
    end $$;
    create trigger claim_requests_mark before insert or update on claim_requests for each row execute function mark_claim();

    create function mark_claim_of() returns trigger language plpgsql as $$
    begin
      update claim_requests set changed_in = pg_current_xact_id()
      where id = new.claim_id and changed_in is distinct from pg_current_xact_id();
      return null;
    end $$;
    create trigger claim_events_mark after insert on claim_events for each row execute function mark_claim_of();
    create trigger claim_attachments_mark after insert on claim_attachments for each row execute function mark_claim_of();
    create trigger claim_letters_mark after insert or update on claim_letters for each row execute function mark_claim_of();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger claim_letters_mark on claim_letters; drop trigger claim_attachments_mark on claim_attachments;
    drop trigger claim_events_mark on claim_events; drop function mark_claim_of;
    drop trigger claim_requests_mark on claim_requests; drop function mark_claim;
    alter table claim_requests drop column changed_in;
  `);
}
