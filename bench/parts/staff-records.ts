import type pg from 'pg';

/** A directory of a million listings has had about this many claims, reports, messages, requests, and accounts. */
const RECORDS = 100_000;

/** Adds accounts and what they have sent and paid, spread over the listings. */
export async function fillStaffRecords(client: pg.Client): Promise<void> {
  const records = `generate_series(1, ${RECORDS}) n`;
  const name = `(array['Maria Alvarez', 'James Smith', 'Priya Natarajan', 'Walter Boyd', 'Fatima Haddad', 'Grace Liu'])[1 + n % 6] || ' ' || n`;
  const phone = `'(' || 200 + n % 700 || ') 555-' || lpad((n % 10000)::text, 4, '0')`;
  const listing = `(select array_agg(id) as ids from (select id from dentists order by id limit ${RECORDS}) first) listed`;
  for (const sql of [
    `insert into users (email, name) select 'person' || n || '@mail.example', ${name} from ${records} on conflict do nothing`,
    `insert into claim_requests (dentist_id, requestor_name, requestor_email, requestor_phone, relationship_to_practice, status)
     select ids[1 + n % cardinality(ids)], ${name}, 'claim' || n || '@mail.example', ${phone}, 'owner', 'rejected' from ${records}, ${listing}`,
    `insert into contact_messages (name, email, subject, category, message)
     select ${name}, 'message' || n || '@mail.example', 'Question ' || n, 'general', 'Words' from ${records}`,
    `insert into listing_problems (dentist_id, about, message, email, status, created_at)
     select ids[1 + n % cardinality(ids)], 'phone', 'Words', 'report' || n || '@mail.example',
       case when n % 100 = 0 then 'open' else 'resolved' end, now() from ${records}, ${listing}`,
    `insert into privacy_requests (kind, name, email, received_at, due_at)
     select 'access', ${name}, 'request' || n || '@mail.example', now(), now() from ${records}`,
    `insert into transactions (user_id, customer_id, invoice_id, number, description, status, currency, cents, created_at)
     select id, 'cus_' || id, 'in_' || id, 'ENM-' || id, 'Pro Max', 'paid', 'usd', 9900, now() from users`,
    `insert into appointment_requests (dentist_id, created_at, changed_at)
     select ids[1 + n % cardinality(ids)], now(), now() from ${records}, ${listing}`,
    'analyze',
  ])
    await client.query(sql);
}

/** Texts that staff type, with common and rare words. */
export const staffSearches: readonly (readonly [label: string, q: string])[] = [
  ['common name', 'smith'],
  ['beginning of a common word', 'den'],
  ['two words', 'james smith'],
  ['rare words', 'natarajan 4711'],
  ['unknown word', 'zzyzx'],
  ['practice', 'family dental'],
  ['phone', '(512) 555-0142'],
  ['NPI', '1234567893'],
  ['email', 'claim4711@mail.example'],
  ['part of an email', 'report47'],
  ['email of everyone', '@mail.example'],
  ['number', '4711'],
  ['invoice', 'in_4711'],
  ['invoice number', 'enm-4711'],
];
