import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findDossier } from '#server/claims/review/dossiers.ts';
import { scoreEvidence, type EvidenceInput } from '#server/claims/evidence/evidence.ts';
import { formatFile, makeDentist } from '#server/bulk/registry/test/registry-file.ts';
import { makeNpi } from '#server/bulk/registry/test/npi.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { importText } from '#server/test/files/bulk.ts';
import { findRegistryRecords, hasLicense, type RegistryRecord } from './records.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.stop());

const npi = makeNpi(7);
let id: number;

it('knows nothing before a registry file was imported', async () => {
  expect(await findRegistryRecords(app.deps.db, [npi])).toBeNull();
  await importText(app, formatFile([makeDentist(7, { last: 'POE' })]), { name: 'npidata_pfile_20050523-20261108.csv' });
  const records = await findRegistryRecords(app.deps.db, [npi, makeNpi(8), null]);
  expect([...records!.keys()]).toEqual([npi]);
  expect(records!.get(npi)).toMatchObject({ name: 'Jane Poe', licenses: 'TX 20007', status: 'active' });
});

it('shows the NPI, the license, and their source on the profile', async () => {
  [{ id }] = (await app.deps.db('dentists').where({ npi })) as [{ id: number }];
  expect((await app.get(`/api/dentists/${id}`)).body).toMatchObject({
    npi,
    license: '20007',
    licenseState: 'TX',
    npiSince: '2006-05-23',
    npiSource: 'NPI registry, Nov 8, 2026',
  });
  const token = (await app.signIn({ role: 'admin' })).token;
  const patch = await app.deps
    .db('dentists')
    .where({ id })
    .update({
      fieldSources: JSON.stringify({ '*': { source: 'import', name: 'partners.csv', at: '2026-11-08T00:00:00Z' } }),
    });
  expect(patch).toBe(1);
  expect((await app.get(`/api/dentists/${id}`, { token })).body.npiSource).toBeNull();
});

it('finds a listing by its NPI for staff and owners', async () => {
  const { token } = await app.signIn({ role: 'admin' });
  const staff = await app.get(`/api/admin/listings?q=${npi}`, { token });
  expect((staff.body as { id: number }[]).map((row) => row.id)).toEqual([id]);
  const owner = await app.get(`/api/practice-finder?q=${npi}`);
  expect(owner.body).toMatchObject({ kind: 'npi', items: [{ id }] });
});

it('shows staff how a claim compares with the record: name, license, and place', async () => {
  const send = async (values: object) => {
    const { token } = await app.signIn({
      email: `${randomUUID()}@example.com`,
      subscriptionPlan: 'professional',
      subscriptionStatus: 'active',
    });
    const form = { requestorName: 'Jane Poe', requestorEmail: 'jane@poe.example', requestorPhone: '(512) 555-0142' };
    const path = `/api/dentists/${id}/claim-request`;
    const { status, body } = await app.post(path, { ...form, relationshipToPractice: 'dentist', ...values }, { token });
    expect([status, body.error]).toEqual([200, undefined]);
    const dossier = (await findDossier(app.deps.db, app.deps, body.id))!;
    const reasons = dossier.evidence.reasons.filter(({ code }) => code.startsWith('registry'));
    return { registry: dossier.registry, texts: reasons.map(({ text }) => text).toSorted() };
  };
  const honest = await send({ npi, licenseNumber: 'TX 20007' });
  expect(honest.registry).toMatchObject({ name: 'Jane Poe', licenses: 'TX 20007', city: 'Austin', state: 'TX' });
  expect(honest.texts).toEqual([
    "The NPI registry has the claimant's last name for this NPI: Jane Poe. The registry is public.",
    "The NPI registry's address has the listing's ZIP code.",
    'The license number matches the NPI registry, which is public. Look it up with the state board.',
  ]);
  await app.deps.db('dentists').where({ id }).update({ state: 'MA', zipCode: '02118' });
  const stranger = await send({ requestorName: 'Bo Stranger', npi, licenseNumber: '99999' });
  expect(stranger.texts).toEqual([
    'The NPI registry has another license number for this NPI: TX 20007.',
    'The NPI registry has another name for this NPI: Jane Poe.',
    "The NPI registry's address is in Austin, TX, not in the listing’s state.",
  ]);
  await app.deps.db('dentists').where({ id }).update({ state: 'TX', zipCode: '78701' });
  // A claim without an NPI is compared with the record of the listing's NPI.
  expect((await send({})).registry).toMatchObject({ name: 'Jane Poe' });
  expect((await send({ npi: makeNpi(8) })).texts).toEqual(['The NPI registry has no dental provider with this NPI.']);
});

it('exports and imports the license', async () => {
  const { token } = await app.signIn({ role: 'admin' });
  const { text } = await app.get('/api/admin/export-csv', { token });
  const [header, row] = text
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const start = header!.indexOf('license');
  expect(header!.slice(start, start + 3)).toEqual(['license', 'licenseState', 'npiSince']);
  expect(row!.slice(start, start + 3)).toEqual(['20007', 'TX', '2006-05-23']);
  expect((await importText(app, text)).rowsSame).toBe(1);
});

const record: RegistryRecord = {
  npi, status: 'active', isOrganization: false, name: 'Ana Silva', otherName: null, credentials: 'DDS', licenses: 'TX 20007; OK D-0815',
  city: 'Austin', state: 'TX', zipCode: '78701', enumeratedOn: '2006-05-23', deactivatedOn: null,
}; // prettier-ignore

it('compares license numbers without marks, prefixes, and leading zeros', () => {
  expect(['20007', 'TX-20007', 'DN0020007', 'd 815', '0815'].map((text) => hasLicense(record, text))).toEqual([
    true, true, true, true, true,
  ]); // prettier-ignore
  expect(['20008', '', null, '1'].map((text) => hasLicense(record, text))).toEqual([false, null, null, null]);
});

it('compares a claim with the registry, and gives no proof for public facts', () => {
  const input: EvidenceInput = {
    claim: {
      kind: 'claim', requestorName: 'Ana Silva', requestorPhone: '(512) 555-0199', relationshipToPractice: 'dentist', licenseNumber: '20007',
      npi, submittedAt: new Date('2026-11-08T00:00:00Z'), pinConfirmedAt: null, calledAt: null, licenseMatchedAt: null, documents: 0,
    },
    listing: {
      name: 'Ana Silva', phone: null, email: null, website: null, websiteIsOwnWord: false, emailIsOwnWord: false, state: 'TX',
      zipCode: '78701', npi, practiceName: null,
    },
    claimant: null,
    rivals: 0,
  }; // prettier-ignore
  const pointsOf = (claim: Partial<EvidenceInput['claim']>, registry: EvidenceInput['registry']) =>
    Object.fromEntries(
      scoreEvidence({ ...input, claim: { ...input.claim, ...claim }, registry })
        .reasons.filter(({ code }) => code.startsWith('registry'))
        .map(({ code, points }) => [code, points]),
    );
  const known = { record, of: 'claim' } as const;
  expect(pointsOf({}, undefined)).toEqual({});
  expect(pointsOf({}, { record: null, of: 'claim' })).toEqual({ registry: -10 });
  expect(pointsOf({}, { record: null, of: 'listing' })).toEqual({});
  expect(pointsOf({}, known)).toEqual({ registry_name: 0, registry_license: 5, registry_place: 0 });
  expect(pointsOf({ requestorName: 'Bo Stranger', licenseNumber: '99999' }, known)).toEqual({
    registry_name: -15,
    registry_license: -10,
    registry_place: 0,
  });
  expect(pointsOf({}, { record: { ...record, status: 'deactivated' }, of: 'claim' })).toEqual({ registry: -15 });
  expect(pointsOf({}, { record: { ...record, state: 'OK' }, of: 'claim' })).toMatchObject({ registry_place: -5 });
  // Without proof, everything public together stays below strong.
  expect(scoreEvidence({ ...input, registry: known }).verdict).not.toBe('strong');
});
