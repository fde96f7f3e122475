import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mapFacts, type FactField } from '#shared/listings/facts.ts';
import { importText } from '#server/test/files/bulk.ts';
import { doctor, owners, type Owners } from '#server/test/people/owners.ts';
import { confirmFacts } from './facts.ts';

let o: Owners;
let staff: { token: string; userId: number };
beforeAll(async () => {
  o = await owners();
  staff = await o.app.signIn({ role: 'admin', name: 'Sam', subscriptionPlan: 'free', subscriptionStatus: 'inactive' });
});
afterAll(() => o.app.stop());

/** Creates a listing of Ann's with these values. */
const create = (values: object): Promise<number> => o.create(o.ann, { dentist: { ...doctor, ...values } });
const profile = async (id: number) => (await o.app.get(`/api/dentists/${id}`)).body;
const idOf = async (name: string): Promise<number> => (await o.app.deps.db('dentists').where({ name }).first('id')).id;
const editAsStaff = (id: number, body: object) =>
  o.app.call('PUT', `/api/admin/listings/${id}`, { token: staff.token, body });
const byPractice = { statedBy: 'practice', statedOn: '2025-03-03' };
const dayOf = () => o.app.deps.clock.now().toISOString().slice(0, 10);
const exportCsv = async () => (await o.app.get('/api/admin/export-csv', { token: staff.token })).text;
const findNames = async (query: string): Promise<string[]> =>
  (await o.app.get(`/api/dentists/search?${query}`)).body.map(({ name }: { name: string }) => name);

describe('a fact is yes, no, or not known', () => {
  it('a file leaves open what it does not say, and a filter finds only a yes', async () => {
    await importText(
      o.app,
      'name,city,state,acceptsNewPatients,parking\nDr. Yes Tri,Austin,TX,yes,\nDr. No Tri,Austin,TX,no,no\nDr. Open Tri,Austin,TX,,\n',
      { name: 'office.csv' },
    );
    const byFile = { statedBy: 'import', statedOn: '2025-03-03' };
    expect(await profile(await idOf('Dr. Yes Tri'))).toMatchObject({
      acceptsNewPatients: true,
      known: { acceptsNewPatients: byFile },
      lastConfirmed: byFile,
    });
    expect(await profile(await idOf('Dr. No Tri'))).toMatchObject({
      acceptsNewPatients: false,
      parkingAvailable: false,
      known: { acceptsNewPatients: byFile, parkingAvailable: byFile },
    });
    const open = await profile(await idOf('Dr. Open Tri'));
    expect([open.known, mapFacts((field) => open[field])]).toEqual([{}, mapFacts(() => false)]);
    expect(await findNames('name=Tri&newPatients=true')).toEqual(['Dr. Yes Tri']);
  });

  it('an export keeps no apart from not known, and imports without changes', async () => {
    const file = await exportCsv();
    const header = file.split('\n')[0]!.split(',');
    const cell = (name: string, column: string) =>
      file
        .split('\n')
        .find((line) => line.includes(name))!
        .split(',')[header.indexOf(column)];
    expect(
      ['Dr. Yes Tri', 'Dr. No Tri', 'Dr. Open Tri'].map((name) => [
        cell(name, 'acceptsNewPatients'),
        cell(name, 'parkingAvailable'),
      ]),
    ).toEqual([
      ['true', ''],
      ['false', 'false'],
      ['', ''],
    ]);
    const run = await importText(o.app, file);
    expect([run.rowsNew, run.rowsChanged]).toEqual([0, 0]);
    expect(await exportCsv()).toBe(file);
  });

  it('an undo of an import opens a fact again', async () => {
    const id = await idOf('Dr. Open Tri');
    const run = await importText(o.app, `id,name,wheelchair\n${id},Dr. Open Tri,no\n`);
    expect((await profile(id)).known).toHaveProperty('wheelchairAccessible');
    await o.app.post(`/api/admin/imports/${run.id}/undo`, {}, { token: staff.token });
    expect([(await profile(id)).known, (await o.row(id)).wheelchairAccessible]).toEqual([{}, null]);
  });

  it('an owner who leaves facts out of a new listing states the documented defaults', async () => {
    const id = await o.create();
    const shown = await profile(id);
    expect(shown).toMatchObject({ acceptsNewPatients: true, emergencyServices: false, lastConfirmed: byPractice });
    expect(shown.known).toEqual({ ...mapFacts(() => byPractice), membershipPlan: undefined });
  });

  it('a membership plan is unknown until an owner states it, and patients without insurance find it or a price', async () => {
    const [plan, price, none] = [await create({ name: 'Dr. Plan Self' }), await create({ name: 'Dr. Price Self' }), await create({ name: 'Dr. None Self' })]; // prettier-ignore
    expect((await profile(plan)).known.membershipPlan).toBeUndefined();
    expect((await o.put(plan, { membershipPlan: true })).status).toBe(200);
    await o.put(price, { whiteningPriceFrom: 250 });
    await o.put(none, { membershipPlan: false });
    expect(await profile(plan)).toMatchObject({ membershipPlan: true, known: { membershipPlan: byPractice } });
    expect(await profile(none)).toMatchObject({ membershipPlan: false, known: { membershipPlan: byPractice } });
    expect(await findNames('name=Self&membershipPlan=true')).toEqual(['Dr. Plan Self']);
    expect((await findNames('name=Self&selfPay=true')).toSorted()).toEqual(['Dr. Plan Self', 'Dr. Price Self']);
    const bad = await o.put(plan, { membershipPlan: 'maybe' });
    expect([bad.status, (await profile(plan)).membershipPlan]).toEqual([400, true]);
  });

  it('an owner opens a fact, answers it, and restores it', async () => {
    const id = await o.create();
    const { body } = await o.put(id, { acceptsNewPatients: null });
    expect([body.acceptsNewPatients, body.known.acceptsNewPatients]).toEqual([false, undefined]);
    expect((await o.row(id)).acceptsNewPatients).toBeNull();
    await o.put(id, { acceptsNewPatients: false });
    expect((await profile(id)).known.acceptsNewPatients).toEqual(byPractice);
    const [entry] = await o.history(id);
    expect(entry).toMatchObject({ field: 'acceptsNewPatients', before: null, after: false });
    await o.app.post(`/api/user/dentists/${id}/history/${entry.id}/put-back`, {}, { token: o.ann.token });
    expect((await profile(id)).known.acceptsNewPatients).toBeUndefined();
  });

  it('staff set a fact to each of the three, and a save over a newer answer is refused', async () => {
    const id = await o.create();
    for (const [value, known] of [
      [true, true],
      [null, false],
      [false, true],
    ] as const) {
      expect((await editAsStaff(id, { parkingAvailable: value })).status).toBe(200);
      const { known: facts, parkingAvailable } = await profile(id);
      expect([parkingAvailable, 'parkingAvailable' in facts]).toEqual([value ?? false, known]);
    }
    expect((await profile(id)).known.parkingAvailable).toEqual({ statedBy: 'staff', statedOn: '2025-03-03' });
    const late = await editAsStaff(id, { parkingAvailable: true, read: { parkingAvailable: null } });
    expect([late.status, late.body.error]).toEqual([409, 'changed_meanwhile']);
  });

  it('a listing that staff add keeps open what they leave open', async () => {
    const created = await o.app.post(
      '/api/admin/listings',
      { name: 'Dr. Left Open', ...mapFacts(() => null), emergencyServices: true },
      { token: staff.token },
    );
    const { known, emergencyServices } = await profile(created.body.id);
    expect([Object.keys(known), emergencyServices]).toEqual([['emergencyServices'], true]);
  });

  it('plans go with the answer that insurance is accepted', async () => {
    const id = await create({ insurancePlans: 'Aetna' });
    expect((await profile(id)).known.acceptsInsurance).toEqual(byPractice);
    await o.put(id, { acceptsInsurance: null });
    expect(await profile(id)).toMatchObject({ plans: [], acceptsInsurance: false });
  });

  it('a merge moves an answer and its undo opens the fact again', async () => {
    await importText(o.app, 'name,parking\nDr. Kept Merge,\nDr. Gone Merge,yes\n');
    const [kept, gone] = [await idOf('Dr. Kept Merge'), await idOf('Dr. Gone Merge')];
    const take = ['parkingAvailable'];
    const merged = await o.app.post(
      `/api/admin/listings/${kept}/merge`,
      { otherId: gone, take },
      { token: staff.token },
    );
    expect([merged.status, (await profile(kept)).parkingAvailable]).toEqual([200, true]);
    await o.app.post(`/api/admin/merges/${merged.body.mergeId}/undo`, {}, { token: staff.token });
    expect((await o.row(kept)).parkingAvailable).toBeNull();
  });
});

describe('dates', () => {
  it('a confirmation dates what has a value, and leaves open what is open', async () => {
    const id = await create({
      parkingAvailable: null,
      insurancePlans: 'Aetna',
      mondayHours: '9:00 AM – 5:00 PM',
    });
    o.app.deps.clock.advance(400 * 86_400_000);
    await o.app.post(`/api/user/dentists/${id}/confirm`, {}, { token: o.ann.token });
    const confirmed = { statedBy: 'practice', statedOn: dayOf() };
    const shown = await profile(id);
    expect(shown).toMatchObject({
      lastConfirmed: confirmed,
      hoursStatedOn: dayOf(),
      plansStatedOn: dayOf(),
    });
    expect(shown.known).toEqual({
      ...mapFacts(() => confirmed),
      parkingAvailable: undefined,
      membershipPlan: undefined,
    });
  });

  it('staff confirm some facts by phone without confirming the rest', async () => {
    const id = await create({ mondayHours: '9:00 AM – 5:00 PM' });
    const before = await profile(id);
    o.app.deps.clock.advance(30 * 86_400_000);
    const confirmed: FactField[] = ['acceptsNewPatients'];
    const source = { kind: 'staff', userId: staff.userId } as const;
    await o.app.deps.db.transaction((trx) =>
      confirmFacts(trx, id, { source, at: o.app.deps.clock.now() }, [...confirmed, 'mondayHours']),
    );
    const after = await profile(id);
    expect(after.known.acceptsNewPatients).toEqual({ statedBy: 'staff', statedOn: dayOf() });
    expect(after.known.parkingAvailable).toEqual(before.known.parkingAvailable);
    expect([after.hoursStatedOn, after.lastConfirmed]).toEqual([dayOf(), before.lastConfirmed]);
    await o.app.deps.db.transaction((trx) => confirmFacts(trx, id, { source, at: o.app.deps.clock.now() }));
    expect((await profile(id)).lastConfirmed).toEqual({ statedBy: 'staff', statedOn: dayOf() });
  });

  it('the oldest of the hours counts', async () => {
    const id = await create({ mondayHours: '9:00 AM – 5:00 PM', tuesdayHours: '9:00 AM – 5:00 PM' });
    const { hoursStatedOn } = await profile(id);
    o.app.deps.clock.advance(10 * 86_400_000);
    const source = { kind: 'staff', userId: staff.userId } as const;
    await o.app.deps.db.transaction((trx) =>
      confirmFacts(trx, id, { source, at: o.app.deps.clock.now() }, ['tuesdayHours']),
    );
    expect((await profile(id)).hoursStatedOn).toBe(hoursStatedOn);
  });
});
