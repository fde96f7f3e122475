import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSecrets } from '#server/base/secrets.ts';
import { appointments, type Appointments } from '#server/test/people/appointments.ts';
import { rows } from '#server/base/db/knex.ts';
import { eraseAccount } from '#server/accounts/erase/erase-account.ts';
import { findRequest, sealStoredContacts } from './stored-requests.ts';

let a: Appointments;
beforeAll(async () => {
  a = await appointments();
});
afterAll(() => a.app.stop());

const pia = { name: 'Pia Zwetschge', email: 'pia.zwetschge@example.com', phone: '(512) 555-0177' };
/** Every table of the database as text, as a dump holds it. */
async function dumpDatabase(): Promise<string> {
  const { db } = a.app.deps;
  const tables = await rows<{ name: string }>(
    db,
    `select cast(c.oid::regclass as text) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname = 'public' and c.relname not in ('zips', 'cities')`,
  );
  const texts: string[] = [];
  for (const { name } of tables)
    for (const { text } of await rows<{ text: string }>(db, `select cast(t as text) as text from ${name} t`))
      texts.push(text);
  return texts.join('\n');
}
const needles = ['Zwetschge', 'pia.zwetschge', '555-0177', '5125550177'];
const findIn = (dump: string) => needles.filter((needle) => dump.includes(needle));

it('no table shows who asked for an appointment, and the practice and the patient still see it', async () => {
  const id = await a.practice();
  expect((await a.send(id, pia)).status).toBe(200);
  const token = (await a.lastEmail(pia.email))!.action!.url.split('#')[1]!;
  expect(findIn(await dumpDatabase())).toEqual([]);
  expect((await a.own(token)).body).toMatchObject(pia);
  expect((await a.inbox())[0]).toMatchObject(pia);
  const csv = await a.app.get('/api/user/appointments/export', { token: a.ann.token });
  expect(needles.slice(0, 3).filter((needle) => !csv.text.includes(needle))).toEqual([]);
  await a.app.post('/api/appointments/delete', { token });
  expect(await a.find((await a.app.deps.db('appointmentRequests').max('id as id').first())!.id)).toMatchObject({
    contact: null,
    emailKey: null,
    name: null,
  });
});

it('a job seals what an older version has stored, and erasure and exports still find it', async () => {
  const { db, secret, clock } = a.app.deps;
  const id = await a.practice();
  const patient = await a.app.signIn({ email: pia.email, name: pia.name, emailVerifiedAt: new Date() });
  const exported = async () => (await a.app.get('/api/user/export', { token: patient.token })).body.appointmentRequests;
  const [old] = (await db('appointmentRequests')
    .insert({ ...pia, dentistId: id, ownerId: a.ann.userId, times: ['monday-morning'], createdAt: clock.now(), changedAt: clock.now() })
    .returning('id')) as [{ id: number }]; // prettier-ignore
  expect(await exported()).toMatchObject([pia]);
  expect(await findRequest(db, secret, old.id)).toMatchObject(pia);
  await sealStoredContacts(a.app.deps);
  await sealStoredContacts(a.app.deps);
  expect(findIn((await a.find(old.id)).contact)).toEqual([]);
  expect(await a.find(old.id)).toMatchObject({ name: null, email: null, phone: null });
  expect(await findRequest(db, secret, old.id)).toMatchObject(pia);
  expect(await exported()).toMatchObject([pia]);
  // A restore with another key loses the contact, not the request.
  expect(await findRequest(db, createSecrets('another key '.repeat(4)), old.id)).toMatchObject({
    id: old.id,
    name: null,
  });
  await db.transaction((trx) => eraseAccount(trx, secret, patient.userId, clock.now()));
  expect(await a.find(old.id)).toMatchObject({ contact: null, emailKey: null, state: 'canceled' });
});
