import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StaffRole } from '#contract/roles.ts';
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
  ids.practice = await insert('practices', { name: 'Vole & Daughters Dental', city: 'Reno', state: 'NV' });
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
    submittedAt: at,
    dueAt: at,
  });
  ids.article = await insert('articles', {
    title: 'Voles and their teeth',
    content: 'Words',
    excerpt: 'Words',
    topicId: 'teeth-whitening',
    category: 'Care',
    author: 'Pat',
    readTime: 3,
    slug: 'voles',
  });
  ids.import = await insert('importRuns', { createdAt: at, userName: 'Pat', fileName: 'voles-2026.csv' });
});
afterAll(() => app.stop());

const find = async (q: string): Promise<string[]> => {
  const { status, body } = await app.get(`/api/admin/search?q=${encodeURIComponent(q)}`, { token });
  expect(status).toBe(200);
  return (body as { kind: string; id: number }[]).map(({ kind, id }) => `${kind} ${id}`);
};
const named = (...kinds: string[]) => kinds.map((kind) => `${kind} ${ids[kind]!}`);

it.each([
  ['quentin', ['listing', 'person', 'claim']],
  ['smi quen', ['listing']],
  // A listing is found by its practice, too.
  ['Vole & Dau', ['listing', 'practice']],
  ['(775) 555-0123', ['listing']],
  ['775.555.0199', ['claim']],
  ['1234567893', ['listing']],
  ['front@vole.example', ['listing']],
  ['QUENTIN@example.com', ['listing', 'person']],
  ['desk@vole.example', ['claim']],
  ['voles and', ['article']],
  ['voles-2026', ['import']],
])('%s finds %j', async (q, kinds) => {
  expect(await find(q)).toEqual(named(...kinds));
});

it('finds every kind by its number, and links to it', async () => {
  for (const kind of ['listing', 'practice', 'person', 'claim', 'article', 'import']) {
    expect(await find(`#${ids[kind]!}`)).toContain(`${kind} ${ids[kind]!}`);
    expect(await find(String(ids[kind]))).toContain(`${kind} ${ids[kind]!}`);
  }
  const { body } = await app.get('/api/admin/search?q=quentin', { token });
  expect((body as { to: string }[]).map(({ to }) => to)).toEqual([
    `/admin/listings?open=${ids.listing!}`,
    `/admin/users?open=${ids.person!}`,
    `/admin?tab=claims&list=pending&claim=${ids.claim!}`,
  ]);
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
  expect(await kindsOf('admin', 'vole')).toEqual(['listing', 'practice', 'person', 'claim', 'article', 'import']);
  expect(await kindsOf('editor', 'vole')).toEqual(['article']);
  expect(await kindsOf('reviewer', 'vole')).toEqual(['listing', 'practice', 'claim']);
  expect(await kindsOf('analyst', 'vole')).toEqual(['listing', 'practice', 'article']);
});

it('is for staff only', async () => {
  const { token: user } = await app.signIn();
  expect((await app.get('/api/admin/search?q=quentin', { token: user })).status).toBe(403);
});
