import { afterAll, beforeAll, expect, it } from 'vitest';
import { foundKinds, type FoundItem } from '#contract/tables/staff-search.ts';
import type { StaffRole } from '#shared/roles.ts';
import { testApp, type TestApp } from '#server/test/app.ts';

let app: TestApp;
let token: string;
const ids: Record<string, number> = {};
const insert = async (table: string, values: object): Promise<number> =>
  ((await app.deps.db(table).insert(values).returning('id')) as [{ id: number }])[0].id;

beforeAll(async () => {
  app = await testApp();
  ({ token } = await app.signIn({ role: 'admin' }));
  const { clock } = app.deps;
  const at = clock.now();
  const person = await app.signIn({ name: 'Quentin Vole', email: 'quentin@example.com' });
  ids.person = person.userId;
  ids.practice = await insert('practices', {
    name: 'Vole & Daughters Dental',
    city: 'Reno',
    state: 'NV',
    npi: '1987654320',
  });
  ids.listing = await insert('dentists', {
    name: 'Dr. Quentin Vole-Smith',
    city: 'Reno',
    state: 'NV',
    phone: '(775) 555-0123',
    email: 'front@vole.example',
    npi: '1234567893',
    userId: person.userId,
    practiceId: ids.practice,
  });
  await insert('dentists', { name: 'Dr. Quentin Gone', deletedAt: at });
  ids.claim = await insert('claimRequests', {
    dentistId: ids.listing,
    userId: person.userId,
    requestorName: 'Quentin Vole',
    requestorEmail: 'desk@vole.example',
    requestorPhone: '(775) 555-0199',
    relationshipToPractice: 'owner',
    npi: '1987654320',
    submittedAt: at,
    dueAt: at,
  });
  ids.article = await insert('articles', {
    title: 'Voles and their teeth',
    content: 'Words',
    excerpt: 'Words',
    topicId: 'teeth-whitening',
    category: 'Care',
    author: 'Patricia',
    readTime: 3,
    slug: 'voles-and-teeth',
  });
  ids.import = await insert('importRuns', { createdAt: at, userName: 'Pat', fileName: 'voles-2026.csv' });
  ids.message = await insert('contactMessages', {
    name: 'Quentin Vole',
    email: 'qv@mail.example',
    subject: 'Charged two times',
    category: 'billing',
    message: 'Words',
    createdAt: at,
  });
  ids.problem = await insert('listingProblems', {
    dentistId: ids.listing,
    about: 'phone',
    message: 'Words',
    email: 'patient@mail.example',
    createdAt: at,
  });
  ids.privacy = await insert('privacyRequests', {
    kind: 'access',
    name: 'Quentin Vole',
    email: 'privacy@mail.example',
    receivedAt: at,
    dueAt: at,
  });
  await app.deps.db('users').where({ id: person.userId }).update({ stripeCustomerId: 'cus_Vole' });
  await insert('billingCustomers', { id: 'cus_Vole', userId: person.userId, createdAt: at });
  await insert('subscriptions', {
    id: 'sub_Vole',
    customerId: 'cus_Vole',
    userId: person.userId,
    priceId: 'price',
    plan: 'pro_max',
    interval: 'monthly',
    cents: 9_900,
    status: 'active',
    currentPeriodStart: at,
    currentPeriodEnd: at,
    startedAt: at,
  });
  ids.subscription = person.userId;
  ids.payment = await insert('transactions', {
    userId: person.userId,
    customerId: 'cus_Vole',
    invoiceId: 'in_Vole',
    number: 'ENM-0042',
    description: 'Pro Max',
    status: 'paid',
    currency: 'usd',
    cents: 9_900,
    createdAt: at,
  });
  ids.appointment = await insert('appointmentRequests', {
    dentistId: ids.listing,
    name: 'Nora Patient',
    email: 'nora@mail.example',
    createdAt: at,
    changedAt: at,
  });
  ids.services = await insert('services', { name: 'Burrow Sealing', formerNames: ['Den Sealing'] });
  ids['practice-types'] = await insert('practiceTypes', { name: 'Burrow Dentistry', formerNames: ['Lair Dentistry'] });
  const plan = await app.deps.db('insurancePlans').where({ name: 'TRICARE' }).first('id');
  ids['insurance-plans'] = plan.id;
});
afterAll(() => app.stop());

const open = async (q: string): Promise<FoundItem[]> => {
  const { status, body } = await app.get(`/api/admin/search?q=${encodeURIComponent(q)}`, { token });
  expect(status).toBe(200);
  return body;
};
const find = async (q: string): Promise<string[]> => (await open(q)).map(({ kind, id }) => `${kind} ${id}`);
const named = (...kinds: string[]) => kinds.map((kind) => `${kind} ${ids[kind]!}`);

const aboutListing = ['listing', 'practice', 'person', 'claim', 'problem', 'appointment'];

it.each<[q: string, kinds: string[]]>([
  // Names, in any order of their words. Claims, problems, and appointments are found by the names of their listing.
  ['vole-smith', ['listing', 'claim', 'problem', 'appointment']],
  ['smi quen', ['listing', 'claim', 'problem', 'appointment']],
  ['Vole & Dau', ['listing', 'practice', 'claim', 'problem', 'appointment']],
  ['daughters', ['listing', 'practice', 'claim', 'problem', 'appointment']],
  [
    'vole quentin',
    ['listing', 'person', 'claim', 'message', 'problem', 'privacy', 'subscription', 'payment', 'appointment'],
  ],
  ['times charged', ['message']],
  ['their voles', ['article']],
  ['patricia', ['article']],
  ['voles-and-teeth', ['article']],
  ['voles-2026', ['import']],
  ['burrow sealing', ['services']],
  ['den sealing', ['services']],
  ['dentistry burrow', ['practice-types']],
  ['lair dentistry', ['practice-types']],
  ['tricare', ['insurance-plans']],
  // Phone numbers, however they are written, and NPIs.
  ['(775) 555-0123', aboutListing],
  ['+1 775 555 0123', aboutListing],
  ['1234567893', aboutListing],
  ['775.555.0199', ['person', 'claim']],
  ['1987654320', ['practice', 'person', 'claim']],
  // Emails.
  ['front@vole.example', ['listing', 'practice', 'claim', 'problem', 'appointment']],
  ['QUENTIN@example.com', [...aboutListing.slice(0, 4), 'problem', 'subscription', 'payment', 'appointment']],
  ['desk@vole.example', ['claim']],
  ['qv@mail', ['message']],
  ['patient@mail.example', ['problem']],
  ['privacy@mail.example', ['privacy']],
  // Stripe ids.
  ['cus_Vole', ['person', 'subscription']],
  ['sub_Vole', ['subscription']],
  ['in_Vole', ['payment']],
  ['enm-0042', ['payment']],
  // A patient's name and email are not searched, because looking at them is recorded.
  ['nora', []],
  ['nora@mail.example', []],
])('%s finds %j', async (q, kinds) => {
  expect(await find(q)).toEqual(named(...kinds));
});

it('finds every kind by its number, and links to it', async () => {
  for (const kind of foundKinds) {
    expect(await find(`#${ids[kind]!}`)).toContain(`${kind} ${ids[kind]!}`);
    expect(await find(String(ids[kind]))).toContain(`${kind} ${ids[kind]!}`);
  }
  const paths: string[] = [];
  for (const q of ['quentin', 'daughters', 'voles-', 'burrow', 'tricare'])
    paths.push(...(await open(q)).map(({ to }) => to));
  expect(paths).toEqual(
    expect.arrayContaining([
      `/admin/listings?open=${ids.listing!}`,
      `/admin/listings?practice=${encodeURIComponent('Vole & Daughters Dental')}`,
      `/admin/users?open=${ids.person!}`,
      `/admin?tab=claims&list=pending&claim=${ids.claim!}`,
      `/admin/messages?item=${ids.message!}`,
      `/admin/problems?item=${ids.problem!}`,
      `/admin/privacy?item=${ids.privacy!}`,
      `/admin/appointments?q=%23${ids.appointment!}`,
      `/admin/topics?edit=${ids.article!}`,
      `/admin/imports/${ids.import!}`,
      '/admin/catalog?list=services&q=Burrow%20Sealing',
      '/admin/catalog?list=practice-types&q=Burrow%20Dentistry',
      '/admin/catalog?list=insurance-plans&q=TRICARE',
    ]),
  );
  await app.deps
    .db('contactMessages')
    .where({ id: ids.message })
    .update({ status: 'closed', closedAt: app.deps.clock.now() });
  expect((await open('qv@mail')).map(({ to }) => to)).toEqual([`/admin/messages?view=closed&item=${ids.message!}`]);
});

it('takes LIKE patterns and empty words literally', async () => {
  expect(await find('%')).toEqual([]);
  expect(await find('   ')).toEqual([]);
  expect(await find('___')).toEqual([]);
});

it('finds for each role only what it may read', async () => {
  const kindsOf = async (role: StaffRole, q: string) => {
    const { token: as } = await app.signIn({ role });
    const { status, body } = await app.get(`/api/admin/search?q=${q}`, { token: as });
    expect(status).toBe(200);
    return (body as { kind: string }[]).map(({ kind }) => kind);
  };
  const kinds = async (role: StaffRole, q: string) => [...new Set(await kindsOf(role, q))];
  expect(await kinds('admin', 'vole')).toEqual(foundKinds.slice(0, 12));
  expect(await kinds('admin', 'burrow')).toEqual(['practice-types', 'services']);
  expect(await kinds('editor', 'vole')).toEqual(['article']);
  expect(await kinds('editor', 'burrow')).toEqual([]);
  const reviewed = ['listing', 'practice', 'claim', 'message', 'problem', 'privacy'];
  expect(await kinds('reviewer', 'vole')).toEqual(reviewed);
  expect(await kinds('analyst', 'vole')).toEqual(['listing', 'practice', 'article']);
});

it('finds the newest rows about a listing by a word that begins thousands of names', async () => {
  const { db } = app.deps;
  const at = app.deps.clock.now();
  await db.raw(`insert into dentists (name) select 'Dr. Cobalt ' || n from generate_series(1, 2001) n`);
  const [cobalt] = (await db('dentists').where({ name: 'Dr. Cobalt 7' }).select('id')) as [{ id: number }];
  const [other] = (await db('dentists').insert({ name: 'Dr. Ycobalt 7' }).returning('id')) as [{ id: number }];
  const report = async (dentistId: number) => {
    const values = { dentistId, about: 'phone', message: 'Words', createdAt: at };
    return ((await db('listingProblems').insert(values).returning('id')) as [{ id: number }])[0].id;
  };
  const [id] = [await report(cobalt.id), await report(other.id)];
  const problems = async (q: string) => (await find(q)).filter((found) => found.startsWith('problem'));
  expect(await problems('cobal')).toEqual([`problem ${id}`]);
  expect(await problems('cobalt dr')).toEqual([`problem ${id}`]);
  expect(await problems('cobalt zinc')).toEqual([]);
});

it('forgives a typo in a name, and searches exactly first', async () => {
  expect(await find('quenitn vole')).toEqual(expect.arrayContaining([`listing ${ids.listing}`]));
  expect(await find('quentn@example.com')).toContain(`person ${ids.person}`);
  expect(await find('quentin gone')).not.toContain(`listing ${ids.listing}`);
  expect(await find('zzzzzz')).toEqual([]);
});

it('is for staff only', async () => {
  const { token: user } = await app.signIn();
  expect((await app.get('/api/admin/search?q=quentin', { token: user })).status).toBe(403);
});
