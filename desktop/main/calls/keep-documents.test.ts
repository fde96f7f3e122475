import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ClaimDossier } from '#contract/claims/claims.ts';
import { fixedKeys } from '../../offline/data-keys.ts';
import { Documents } from '../../offline/documents.ts';
import { Snapshot } from '../../offline/snapshot.ts';
import { openVault } from '../../offline/vault.ts';
import { describeChanges } from '../connection/sync-notices.ts';
import { chooseDocuments, keepDocuments, readKeptDocument } from './keep-documents.ts';
import { makeFolder } from '../../e2e/harness/main/test-folder.ts';

const file = (id: number, size = 4) => ({
  id,
  kind: 'document' as const,
  name: `${id}.pdf`,
  type: 'application/pdf',
  size,
});
const claim = (id: number, files: ReturnType<typeof file>[], more: Partial<ClaimDossier> = {}): ClaimDossier =>
  ({ id, status: 'pending', submittedAt: '2026-01-01T00:00:00Z', dueAt: null, reviewedAt: null, attachments: files, dentist: { name: `Dr. ${id}` }, ...more }) as ClaimDossier; // prettier-ignore

let folder: string;
const key = randomBytes(32);
beforeEach(() => void (folder = makeFolder()));

async function openContext(claims: ClaimDossier[], keys = fixedKeys(key)) {
  const snapshot = new Snapshot(openVault(folder, keys));
  await snapshot.open('https://a.example', 'a@example.com');
  const pending = claims.filter(({ status }) => status === 'pending').map(({ id }) => id);
  await snapshot.applySync({ cursor: '1', asOf: '2026-01-02T00:00:00Z', whole: true, claims, pending });
  const documents = new Documents(folder, keys);
  await documents.open('https://a.example a@example.com');
  const asked: string[] = [];
  const requestInBackground = async (path: string) => {
    asked.push(path);
    return path.endsWith('/13') ? new Response('gone', { status: 404 }) : new Response(`secret ${path}`);
  };
  return { snapshot, documents, asked, requestInBackground, stay: new AbortController().signal };
}
const allFiles = async () => (await readdir(folder, { recursive: true })).filter((name) => /\d+\.sealed$/.test(name));

describe('documents for offline review', () => {
  it('are downloaded once, encrypted, and shown without a connection', async () => {
    const context = await openContext([claim(1, [file(11), file(13)]), claim(2, [file(12)])]);
    await keepDocuments(context);
    await keepDocuments(context);
    const paths = [11, 13, 12].map((id) => `/api/admin/claim-attachments/${id}`);
    // The next sync asks again for a document that the server didn't have.
    expect(context.asked).toEqual([...paths, paths[1]]);
    for (const name of await allFiles())
      expect((await readFile(join(folder, name))).includes(Buffer.from('secret'))).toBe(false);
    const response = (await readKeptDocument(context, paths[0]!))!;
    expect([response.headers.get('content-type'), await response.text()]).toEqual([
      'application/pdf',
      `secret ${paths[0]}`,
    ]);
    expect(await readKeptDocument(context, paths[1]!)).toBeNull();
    expect(await readKeptDocument(context, '/api/admin/claim-attachments/11/../12')).toBeNull();
  });

  it('go with the decision on their claim, with another person, and with a logout', async () => {
    const context = await openContext([claim(1, [file(11)]), claim(2, [file(12)])]);
    await keepDocuments(context);
    await context.snapshot.addClaims([claim(1, [file(11)], { status: 'approved' })]);
    await keepDocuments(context);
    expect((await allFiles()).map((name) => name.split('/').at(-1))).toEqual(['12.sealed']);
    await context.documents.open('https://b.example a@example.com');
    expect([context.documents.has(12), await allFiles()]).toEqual([false, []]);
    await context.documents.keep(12, Buffer.from('x'));
    await context.documents.wipe();
    expect([context.documents.canKeep, await allFiles()]).toEqual([false, []]);
  });

  it('are bounded: those of the claims that are due first are kept', () => {
    const claims = [claim(1, [file(11, 60)]), claim(2, [file(12, 60), file(13, 30)]), claim(3, [file(14, 10)])];
    expect(chooseDocuments(claims, 100).map(({ id }) => id)).toEqual([11, 13, 14]);
  });

  it('are not written without secure key storage, nor read with another key', async () => {
    const locked = await openContext([claim(1, [file(11)])], fixedKeys(null));
    await keepDocuments(locked);
    expect([locked.asked, await allFiles()]).toEqual([[], []]);
    await keepDocuments(await openContext([claim(1, [file(11)])]));
    const other = await openContext([claim(1, [file(11)])], fixedKeys(randomBytes(32)));
    expect(await other.documents.read(11)).toBeNull();
  });
});

describe('notices after a sync', () => {
  const before = { ids: new Set([1, 2]), asOf: '2026-01-01T12:00:00Z' };
  const due = (at: string) => ({ dueAt: at });
  it('name new claims, and those that became overdue since the last one', () => {
    const claims = [
      claim(1, [], due('2026-01-01T11:00:00Z')),
      claim(2, [], due('2026-01-01T12:30:00Z')),
      ...[3, 4, 5, 6].map((id) => claim(id, [], due('2026-01-09T00:00:00Z'))),
    ];
    expect(describeChanges(before, claims, '2026-01-01T13:00:00Z')).toEqual([
      { title: '4 new claims', body: 'Dr. 3, Dr. 4, Dr. 5, and 1 more', to: '/admin?tab=claims' },
      { title: 'A claim is overdue', body: 'Dr. 2', to: '/admin?tab=claims&claim=2' },
    ]);
    const next = { ids: new Set([1, 2, 3, 4, 5, 6]), asOf: '2026-01-01T13:00:00Z' };
    expect(describeChanges(next, claims, '2026-01-01T14:00:00Z')).toEqual([]);
  });
  it('name an overdue claim only once its snooze ends', () => {
    const claims = [claim(1, [], { ...due('2026-01-01T12:30:00Z'), snoozedUntil: '2026-01-01T13:30:00Z' })];
    expect(describeChanges(before, claims, '2026-01-01T13:00:00Z')).toEqual([]);
    const next = { ids: new Set([1]), asOf: '2026-01-01T13:00:00Z' };
    expect(describeChanges(next, claims, '2026-01-01T14:00:00Z')).toEqual([
      { title: 'A claim is overdue', body: 'Dr. 1', to: '/admin?tab=claims&claim=1' },
    ]);
  });
  it('stay quiet on the first sync, when everything would be new', () => {
    expect(describeChanges({ ids: new Set(), asOf: null }, [claim(1, [])], '2026-01-01T13:00:00Z')).toEqual([]);
  });
});
