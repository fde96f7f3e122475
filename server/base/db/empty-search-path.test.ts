import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '#server/test/programs/database.ts';
import { rows } from './knex.ts';

let database: FreshDatabase;
beforeAll(async () => void (database = await freshDatabase()));
afterAll(() => database.drop());

/** Runs statements with the search path that a restore has. Undoes them. */
async function runRestricted(work: (trx: Knex) => Promise<void>): Promise<void> {
  const undone = new Error('undone');
  await database.db
    .transaction(async (trx) => {
      await trx.raw(`set local search_path = ''`);
      await work(trx);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
}

it('creates every SQL function again, which checks its body', async () => {
  await runRestricted(async (trx) => {
    const functions = await rows<{ sql: string }>(
      trx,
      `select pg_get_functiondef(p.oid) as sql from pg_proc p join pg_language l on l.oid = p.prolang
       where p.pronamespace = 'public'::regnamespace and l.lanname = 'sql' and p.probin is null`,
    );
    expect(functions.length).toBeGreaterThan(15);
    for (const { sql } of functions) await trx.raw(sql.replaceAll('?', String.raw`\?`));
  });
});

const PEOPLE = `
  insert into public.users (email, name, role, subscription_plan, subscription_status)
    values ('ann@example.com', 'Ann', 'user', 'pro_max', 'active'), ('bo@example.com', 'Bo', 'admin', 'free', 'inactive');
  update public.users set email = 'anne@example.com' where id = 1;
  insert into public.auth_sessions (user_id, token_hash, created_at, last_seen_at, expires_at) values (1, '\\x01', now(), now(), now());
  delete from public.auth_sessions`;
const LISTINGS = `
  insert into public.practices (name, city, state) values ('Bright Smiles', 'Boston', 'MA');
  insert into public.dentists (name, city, state, zip_code, practice_id, user_id, phone, monday_hours, holiday_hours, languages,
      insurance_plans, whitening_price_from, rating, review_count)
    select 'Ann Poe ' || n, 'Boston', 'Massachusetts', '02108', 1, 1, '(617) 555-0100', '9 AM - 5 PM', '2026-12-25: Closed',
      'English, Español', 'Aetna; Cigna', 199, 4.5, 12 from generate_series(1, 300) n;
  insert into public.dentist_services (dentist_id, service_id) select id, 1 from public.dentists;
  update public.dentist_services set service_id = 2;
  delete from public.dentist_services where dentist_id > 100;
  update public.dentists set name = 'Bea Poe', city = 'Newton', whitening_price_from = 249, practice_id = null where id = 1;
  update public.practices set name = 'Brighter Smiles';
  update public.users set subscription_status = 'inactive' where id = 1;
  update public.dentists set deleted_at = now() where id = 2;
  update public.dentists set deleted_at = null where id = 2;
  delete from public.dentists where id = 3;
  insert into public.dentist_photos (dentist_id, hash, position, width, height, created_at) values (1, 'x', 1, 1, 1, now());
  update public.insurance_plans set retired_at = now() where id = 1;
  select public.fill_practice_names(), public.rebuild_search(), public.compact_facets()`;
const CLAIMS = `
  insert into public.claim_requests (dentist_id, user_id, requestor_name, requestor_email, requestor_phone, relationship_to_practice)
    values (4, 1, 'Ann', 'ann@example.com', '(617) 555-0100', 'owner');
  insert into public.claim_events (claim_id, at, kind) values (1, now(), 'submitted');
  insert into public.inbox_items (claim_id, snoozed_until) values (1, now());
  update public.claim_requests set status = 'approved'`;
const OTHERS = `
  insert into public.ai_brands (name, api_endpoint) values ('One', 'https://example.com');
  insert into public.articles (title, content, excerpt, topic_id, category, author, read_time, slug)
    values ('Article', 'Text', 'Short', 'oral-health', 'oral-health', 'Editors', 3, 'article');
  insert into public.audit_log (at, actor_name, action, subject) values (now(), 'Bo', 'listing.edited', 'listing');
  insert into public.appointment_settings values (4, 1, true, '', '{}', now());
  select public.store_events('[{"sessionId":"00000000-0000-4000-8000-000000000001","startTime":"2026-11-24T10:00:00Z"}]',
    '[{"sessionId":"00000000-0000-4000-8000-000000000001","at":"2026-11-24T10:00:00Z","eventType":"profile_view","dentistId":4}]',
    '[{"sessionId":"00000000-0000-4000-8000-000000000001","at":"2026-11-24T10:00:00Z","pagePath":"/","viewId":1}]',
    '[{"sessionId":"00000000-0000-4000-8000-000000000001","at":"2026-11-24T10:00:00Z","searchQuery":"x","searchType":"general"}]',
    '[{"sessionId":"00000000-0000-4000-8000-000000000001","at":"2026-11-24T10:00:01Z","dentistId":4,"clickPosition":1}]',
    '[]', '[{"sessionId":"00000000-0000-4000-8000-000000000001","at":"2026-11-24T10:00:01Z","viewId":1,"seconds":3}]',
    '[{"sessionId":"00000000-0000-4000-8000-000000000001","at":"2026-11-24T10:00:00Z"}]')`;

it('runs the triggers of every table that has one', async () => {
  await runRestricted(async (trx) => {
    for (const sql of [PEOPLE, LISTINGS, CLAIMS, OTHERS]) await trx.raw(sql.replaceAll('?', String.raw`\?`));
    const [listing] = await rows<Record<string, unknown>>(trx, `select * from public.dentists where id = 1`);
    expect(listing).toMatchObject({ nameNorm: 'bea poe', slug: 'bea-poe', zip5: '02108', practiceNorm: null });
    expect(listing!.scheduleId).not.toBeNull();
    const [{ n }] = await rows<{ n: number }>(trx, `select n from public.facets where scope = 'state' and key = 'MA' and feature = 0`) as [{ n: number }]; // prettier-ignore
    expect(n).toBe(299);
    const [event] = await rows(trx, `select dentist_id, event_type from public.user_events`);
    expect(event).toEqual({ dentistId: 4, eventType: 'profile_view' });
  });
});

it('loads listings in bulk', async () => {
  await runRestricted(async (trx) => {
    await trx.raw(`set local enamel.bulk = 'on'`);
    await trx.raw(
      `insert into public.dentists (name, city, state) values ('Ann Poe', 'Boston', 'MA'); select public.rebuild_search()`,
    );
    expect(await rows(trx, `select word from public.listing_words order by 1`)).toEqual([
      { word: 'ann' },
      { word: 'poe' },
    ]);
  });
});
