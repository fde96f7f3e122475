import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfUrl } from '#server/test/files/documents.ts';
import { groups, type Groups } from '#server/test/people/groups.ts';

let g: Groups;
let staff: { token: string; userId: number };
beforeAll(async () => {
  g = await groups();
  staff = await g.app.signIn({ role: 'admin', name: 'Staff' });
});
afterAll(() => g.app.stop());

const person = {
  requestorName: 'Olive Owner',
  requestorEmail: 'olive@brightgroup.com',
  requestorPhone: '(512) 555-0142',
  relationshipToPractice: 'authorized_representative',
};
const document = { proof: 'document', verificationDocument: pdfUrl(), documentName: 'Licenses.pdf' };
const csv = (...lines: string[]) => `data:text/csv;base64,${Buffer.from(lines.join('\n')).toString('base64')}`;

let made = 0;
/** Unclaimed listings. */
async function listings(count: number, values: Record<string, unknown> = {}): Promise<number[]> {
  const name = `Free ${++made}`;
  const rows = Array.from({ length: count }, (_, n) => ({
    name: `${name} Dental ${String(n + 1).padStart(3, '0')}`,
    phone: `512-556-${String(made * 100 + n).padStart(4, '0')}`,
    address: `${n + 1} Oak ${made} St`,
    city: 'Austin',
    state: 'TX',
    zipCode: '78702',
    website: 'https://brightgroup.com',
    ...values,
  }));
  const inserted = (await g.app.deps.db('dentists').insert(rows).returning('id')) as { id: number }[];
  return inserted.map(({ id }) => id);
}
const owners = (ids: number[]): Promise<(number | null)[]> =>
  g.app.deps
    .db('dentists')
    .whereIn('id', ids)
    .orderBy('id')
    .then((rows: { userId: number | null }[]) => rows.map(({ userId }) => userId));

type Group = Awaited<ReturnType<Groups['make']>>;
const post = (group: Group, path: string, body: object, token = group.people.owner.token) =>
  g.app.post(`/api/user/groups/${group.id}/claims${path}`, body, { token });
const claim = (group: Group, ids: number[], values: object = document) =>
  post(group, '', { ...person, ids, ...values });
const review = (id: number, body: object) =>
  g.app.call('PATCH', `/api/admin/claim-requests/${id}`, { token: staff.token, body });
const dossier = async (id: number) =>
  (await g.app.get('/api/admin/claim-requests?pageSize=100', { token: staff.token })).body.find(
    (one: { id: number }) => one.id === id,
  );
async function locationsOf(group: Group): Promise<number[]> {
  const { status, body } = await g.app.get(`/api/user/groups/${group.id}`, { token: group.people.owner.token });
  expect([status, body.message]).toEqual([200, undefined]);
  return body.locations.map(({ id }: { id: number }) => id).toSorted((a: number, b: number) => a - b);
}

describe('a claim of many listings', () => {
  it('is one claim for staff, gives all listings but the exceptions to the group, and can be undone', async () => {
    const group = await g.make();
    const ids = await listings(12);
    const sent = await claim(group, ids);
    expect([sent.status, sent.body.dentist.name]).toEqual([200, `${group.name} (12 listings)`]);
    const one = await dossier(sent.body.id);
    expect(one).toMatchObject({ group: { id: group.id, listings: 12, proof: 'document', leftOut: [] } });
    expect(one.warnings[0].text).toBe('This claim is about 12 listings of a group.');
    const path = `/api/admin/claim-requests/${one.id}/locations`;
    const left = await g.app.post(path, { ids: ids.slice(0, 2), reason: 'Sold last year.' }, { token: staff.token });
    expect(left.body.filter(({ leftOut }: { leftOut: string | null }) => leftOut === 'Sold last year.')).toHaveLength(
      2,
    );
    const refused = await g.app.post('/api/admin/claim-requests/bulk', { ids: [one.id], status: 'approved' }, { token: staff.token }); // prettier-ignore
    expect(refused.body[0].ok).toBe(false);

    expect((await review(one.id, { status: 'approved' })).status).toBe(200);
    const { userId } = group.people.owner;
    expect(await owners(ids)).toEqual([null, null, ...Array.from({ length: 10 }, () => userId)]);
    expect(await locationsOf(group)).toEqual([...group.ids, ...ids.slice(2)]);
    const history = await g.app.deps.db('listingHistory').whereIn('dentistId', ids).where({ field: 'userId' });
    expect(history.map((row) => [row.source, row.userId])).toEqual(history.map(() => ['claim', staff.userId]));
    expect(history).toHaveLength(10);
    const shown = await g.app.get(`/api/user/groups/${group.id}/claims`, { token: group.people.owner.token });
    expect(shown.body[0]).toMatchObject({ status: 'approved', dentist: { name: `${group.name} (10 listings)` } });
    expect(shown.body[0].group.leftOut.map(({ reason }: { reason: string }) => reason)).toEqual(
      Array.from({ length: 2 }, () => 'Sold last year.'),
    );

    const reverse = `/api/admin/claim-requests/${one.id}/reverse`;
    expect((await g.app.post(reverse, { reason: 'A mistake.' }, { token: staff.token })).status).toBe(200);
    expect(await owners(ids)).toEqual(ids.map(() => null));
    expect(await locationsOf(group)).toEqual(group.ids);
    const audited = await g.app.deps
      .db('auditLog')
      .where({ subject: 'claim', subjectId: String(one.id) })
      .orderBy('id');
    expect(audited.map(({ action }) => action)).toEqual(['claim.left_out', 'claim.approved', 'claim.reversed']);
  });

  it('keeps the cost centers of its file with the locations', async () => {
    const group = await g.make();
    const ids = await listings(3);
    const file = csv('Listing ID,Cost Center', `${ids[0]},West 7`, `${ids[1]},`, `${ids[2]},${'x'.repeat(61)}`);
    const preview = (await post(group, '/preview', { file })).body;
    expect(preview.listings.map(({ costCenter }: { costCenter: string }) => costCenter)).toEqual(['West 7', null]);
    expect(preview.problems).toEqual([{ line: 4, text: 'A cost center can have at most 60 characters.' }]);
    const costCenters = [{ id: ids[0], costCenter: 'West 7' }];
    await review((await claim(group, ids, { ...document, costCenters })).body.id, { status: 'approved' });
    const seen = (await g.app.get(`/api/user/groups/${group.id}`, { token: group.people.owner.token })).body;
    const shown = new Map(seen.locations.map((one: { id: number; costCenter: string }) => [one.id, one.costCenter]));
    expect(ids.map((id) => shown.get(id))).toEqual(['West 7', null, null]);
  });

  it('leaves alone a listing that changed hands since, when it is undone', async () => {
    const [group, other] = [await g.make(), await g.app.signIn()];
    const ids = await listings(3);
    const { id } = (await claim(group, ids)).body;
    await review(id, { status: 'approved' });
    await g.app.deps.db('dentists').where({ id: ids[1] }).update({ userId: other.userId });
    await g.app.post(`/api/admin/claim-requests/${id}/reverse`, { reason: 'A mistake.' }, { token: staff.token });
    expect(await owners(ids)).toEqual([null, other.userId, null]);
    expect((await dossier(id)).group.leftOut).toMatchObject([{ id: ids[1], reason: 'It has a different owner now.' }]);
  });

  it('counts an email domain as proof only for the listings that have it', async () => {
    const group = await g.make();
    const users = g.app.deps.db('users').where({ id: group.people.owner.userId });
    await users.clone().update({ email: `olive${group.id}@brightgroup.com` });
    await users.clone().update({ emailVerifiedAt: g.app.deps.clock.now() });
    const other = await listings(1, { website: 'https://elsewhere-dental.com' });
    const none = await claim(group, other, { proof: 'domain' });
    expect([none.status, none.body.fields]).toEqual([
      400,
      { proof: 'None of these listings has a website or email at brightgroup.com. Please choose another proof.' },
    ]);
    const ids = [...(await listings(4)), ...other];
    const { id } = (await claim(group, ids, { proof: 'domain' })).body;
    const email = async () =>
      (await dossier(id)).evidence.reasons.find(({ code }: { code: string }) => code === 'email');
    expect(await email()).toMatchObject({
      points: 25,
      text: 'The verified email is at the domain of 4 listings, and proves nothing about the other 1.',
    });
    const path = `/api/admin/claim-requests/${id}/locations`;
    const seen = (await g.app.get(path, { token: staff.token })).body as { id: number; sameDomain: boolean }[];
    expect(seen.filter(({ sameDomain }) => !sameDomain).map((one) => one.id)).toEqual(other);
    await g.app.post(path, { ids: other, reason: 'Another website.' }, { token: staff.token });
    expect(await email()).toMatchObject({ points: 65, text: 'The verified email is at the domain of all 4 listings.' });
  });

  it('refuses a missing document, no listings, a person without the right, and a group without the plan', async () => {
    const group = await g.make();
    const ids = await listings(2);
    const bare = await claim(group, ids, { proof: 'document' });
    expect(bare.body.fields).toEqual({
      verificationDocument: 'Please add the document, such as a list of your licenses.',
    });
    expect((await claim(group, [])).body.fields).toEqual({ ids: 'Please choose a listing.' });
    const editor = await post(group, '', { ...person, ids, ...document }, group.people.editor.token);
    expect(editor.status).toBe(403);
    const users = g.app.deps.db('users').where({ id: group.people.owner.userId });
    await users.clone().update({ subscriptionPlan: 'professional' });
    expect((await claim(group, ids)).body.error).toBe('subscription_required');
    expect(await g.app.deps.db('claimRequests').where({ groupId: group.id })).toEqual([]);
  });

  it('keeps its group from ending until it is decided or withdrawn', async () => {
    const group = await g.make();
    const { token } = group.people.owner;
    const { id } = (await claim(group, await listings(2))).body;
    const end = () => g.app.call('DELETE', `/api/user/groups/${group.id}`, { token });
    expect((await end()).body.error).toBe('claim_pending');
    expect((await g.app.post(`/api/user/claim-requests/${id}/withdraw`, {}, { token })).body.status).toBe('withdrawn');
    expect((await end()).status).toBe(200);
    const own = (await g.app.get('/api/user/claim-requests', { token })).body[0];
    expect([own.group.id, own.group.name]).toEqual([null, group.name]);
  });
});

describe('two claims of one listing', () => {
  it('by two groups at once have one winner, and the other changes nothing', async () => {
    const [a, b] = [await g.make(), await g.make()];
    const ids = await listings(4);
    const both = await Promise.all([claim(a, ids.slice(0, 3)), claim(b, ids.slice(1))]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const lost = both.find(({ status }) => status === 409)!;
    expect(lost.body.message).toMatch(/^Since your preview, someone else has claimed Free \d+ Dental 002 and /);
    expect(await g.app.deps.db('claimLocations').whereIn('dentistId', ids)).toHaveLength(3);
  });

  it('by a person and a group at once go to the one that is approved first', async () => {
    const group = await g.make();
    const one = await g.app.signIn({ subscriptionPlan: 'professional', subscriptionStatus: 'active' });
    const ids = await listings(3);
    const many = (await claim(group, ids)).body.id as number;
    const single = await g.app.post(`/api/dentists/${ids[0]}/claim-request`, person, { token: one.token });
    expect((await dossier(many)).rivals).toBe(1);
    const done = await Promise.all([
      review(many, { status: 'approved' }),
      review(single.body.id, { status: 'approved' }),
    ]);
    const groupWon = done[1].status === 409;
    expect(await owners(ids)).toEqual([groupWon ? group.people.owner.userId : one.userId, ...ids.slice(1).map(() => group.people.owner.userId)]); // prettier-ignore
    expect(done[0].status).toBe(200);
    if (!groupWon) return;
    expect((await dossier(single.body.id)).status).toBe('rejected');
    await g.app.post(`/api/admin/claim-requests/${many}/reverse`, { reason: 'No.' }, { token: staff.token });
    expect((await dossier(single.body.id)).status).toBe('pending');
  });

  it('leave the person’s listing out of the group’s claim, and include it again when the approval is undone', async () => {
    const group = await g.make();
    const one = await g.app.signIn({ subscriptionPlan: 'professional', subscriptionStatus: 'active' });
    const ids = await listings(2);
    const many = (await claim(group, ids)).body.id as number;
    const single = (await g.app.post(`/api/dentists/${ids[0]}/claim-request`, person, { token: one.token })).body.id;
    await review(single, { status: 'approved' });
    expect(await dossier(many)).toMatchObject({ status: 'pending', group: { listings: 1, leftOut: [{ id: ids[0] }] } });
    await g.app.post(`/api/admin/claim-requests/${single}/reverse`, { reason: 'No.' }, { token: staff.token });
    expect(await dossier(many)).toMatchObject({ rivals: 1, group: { listings: 2, leftOut: [] } });
  });
});

describe('the preview', () => {
  it('finds listings by a search, and names those that someone else manages or claims', async () => {
    const group = await g.make();
    const [one, two, three, four] = (await listings(4, { city: 'Waco', zipCode: '76701' })) as [number, number, number, number]; // prettier-ignore
    await g.app.deps.db('dentists').where({ id: two }).update({ userId: staff.userId });
    await claim(await g.make(), [three]);
    await claim(group, [four]);
    const { body } = await post(group, '/preview', { location: '76701' });
    expect(body.listings.map(({ id, standing }: { id: number; standing: string }) => [id, standing])).toEqual([
      [one, 'free'],
      [two, 'taken'],
      [three, 'taken'],
      [four, 'pending'],
    ]);
    const empty = await post(group, '/preview', {});
    expect(empty.body.fields).toEqual({ name: 'Please enter a name, a place, or both.' });
  });

  it('reads a file by NPI, listing id, or name with a ZIP code, and says what is wrong with a row', async () => {
    const group = await g.make();
    const [a, b, c] = (await listings(3)) as [number, number, number];
    await g.app.deps.db('dentists').where({ id: a }).update({ npi: '1234567893' });
    const name = async (id: number) => (await g.app.deps.db('dentists').where({ id }).first()).name as string;
    const twins = await listings(2, { name: 'Twin Dental', zipCode: '78703' });
    const file = csv(
      'NPI,Listing ID,Name,Zip',
      '1234567893,,,',
      `,${b},,`,
      `,,${(await name(c)).toUpperCase()},78702-1234`,
      `,${b},,`,
      '1234567890,,,',
      ',abc,,',
      ',,Nobody Dental,78702',
      ',,Twin Dental,78703',
      ',,No ZIP,',
    );
    const { body } = await post(group, '/preview', { file });
    expect(body.listings.map(({ id }: { id: number }) => id)).toEqual([a, b, c]);
    expect(body.problems).toEqual([
      { line: 5, text: 'This is the same listing as on line 3.' },
      { line: 6, text: '“1234567890” isn’t an NPI.' },
      { line: 7, text: '“abc” isn’t a listing id.' },
      { line: 8, text: 'We couldn’t find a listing for “Nobody Dental, 78702”.' },
      { line: 9, text: `2 listings fit “Twin Dental, 78703”. Please add an NPI or a listing id: ${twins.join(', ')}.` },
      { line: 10, text: 'This row has no NPI, no listing id, and no name with a ZIP code.' },
    ]);
  });

  it.each([
    ['nothing', csv(''), 'This file is empty.'],
    ['a header alone', csv('npi'), 'This file has no rows below its header.'],
    [
      'other columns',
      csv('city,state', 'Austin,TX'),
      'This file needs a column “npi,” a column “listing id,” or the columns “name” and “zip.”',
    ],
    [
      'a spreadsheet',
      `data:text/csv;base64,${Buffer.from('PK\u0003\u0004 and more').toString('base64')}`,
      'This is a spreadsheet or a zip file. Please save it as a CSV file first.',
    ],
    [
      'too many rows',
      csv('npi', ...Array.from({ length: 1_001 }, () => '1234567893')),
      'A claim can have at most 1,000 listings, and this file has more rows. Please split it.',
    ],
    ['no file', 'listings.csv', 'We couldn’t read this file. Please choose a CSV file.'],
  ])('refuses a file with %s', async (_what, file, sentence) => {
    const { status, body } = await post(await g.make(), '/preview', { file });
    expect([status, body.message]).toEqual([422, sentence]);
  });
});

it('a claim fills a group up to 1,000 locations, and no further', async () => {
  const group = await g.make({ locations: 1 });
  const tooMany = await claim(
    group,
    Array.from({ length: 1_001 }, (_, n) => n + 1),
  );
  expect(tooMany.body.fields).toEqual({ ids: 'A claim can have at most 1,000 listings.' });
  const { id } = (await claim(group, await listings(999))).body;
  expect((await review(id, { status: 'approved' })).status).toBe(200);
  expect(await locationsOf(group)).toHaveLength(1_000);
  const more = await claim(group, await listings(1));
  expect([more.status, more.body.error]).toEqual([409, 'too_many']);
}, 60_000);
