import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startImport } from '#server/bulk/importer/importer.ts';
import { inspectFile } from '#server/bulk/read/spool.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Item {
  id: number;
  at: string;
  line: number;
  dentistId: number;
}
const ROWS = 1_205;
let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  ({ token } = await app.signIn({ role: 'admin' }));
});
afterAll(() => app.stop());

async function toTheEnd(path: string, keyOf: (item: Item) => number, meanwhile = async () => {}): Promise<Item[][]> {
  const pieces: Item[][] = [];
  for (let after = 0; ;) {
    const { status, body, headers } = await app.get(`${path}${path.includes('?') ? '&' : '?'}after=${after}`, {
      token,
    });
    expect(status).toBe(200);
    // Later pages don't repeat the count.
    expect(headers.get('x-total-count')).toBeNull();
    pieces.push(body as Item[]);
    if (body.length < 1_000) return pieces;
    after = keyOf((body as Item[]).at(-1)!);
    await meanwhile();
  }
}
const ids = (pieces: Item[][]) => pieces.flat().map(({ id }) => id);

describe('keyset pagination', () => {
  it('returns each account and listing once, newest first, while others are added', async () => {
    const { db } = app.deps;
    await db('users').insert(
      Array.from({ length: ROWS }, (_, n) => ({ email: `end-${n}@example.com`, name: `End ${n}` })),
    );
    await db('dentists').insert(
      Array.from({ length: ROWS }, (_, n) => ({ name: `Dr. End ${n}`, city: 'Boston', state: 'MA' })),
    );
    for (const [path, table, row] of [
      ['/api/admin/users?q=end-', 'users', { email: 'end-late@example.com', name: 'Late' }],
      ['/api/admin/listings?q=Boston', 'dentists', { name: 'Dr. Late', city: 'Boston', state: 'MA' }],
    ] as const) {
      const pieces = await toTheEnd(
        path,
        ({ id }) => id,
        async () => void (await db(table).insert(row)),
      );
      expect(pieces.map(({ length }) => length)).toEqual([1_000, ROWS - 1_000]);
      const found = ids(pieces);
      expect(new Set(found).size).toBe(ROWS);
      expect(found).toEqual(found.toSorted((a, b) => b - a));
    }
  });

  it('orders the audit log by time', async () => {
    const { db } = app.deps;
    const at = Date.UTC(2026, 0, 1);
    await db('auditLog').insert(
      // Many entries share a time, and times don't follow the order of ids.
      Array.from({ length: ROWS }, (_, n) => ({
        at: new Date(at + (n % 7) * 1_000),
        actorName: 'A',
        action: 'end',
        subject: 'end',
      })),
    );
    const found = (await toTheEnd('/api/admin/audit-log?subject=end', ({ id }) => id)).flat();
    expect(new Set(found.map(({ id }) => id)).size).toBe(ROWS);
    const order = (a: Item, b: Item) => b.at.localeCompare(a.at) || b.id - a.id;
    expect(found).toEqual(found.toSorted(order));
  });

  it('orders rows of an import by line, and by listing after the import', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'enamel-to-the-end-'));
    const lines = Array.from(
      { length: ROWS },
      (_, n) => `Dr. Imported ${n},${n % 2 ? '12' : '(617) 555-0123'},Boston,MA`,
    );
    const path = join(folder, 'rows.csv');
    await writeFile(
      path,
      `name,phone,city,state\n${lines.join('\n')}\n${lines.map((line) => line.replace(/,12,/, ',,').replace('Imported', 'Other')).join('\n')}\n`,
    );
    const { id, finished } = await startImport(app.deps, {
      file: await inspectFile(path, 'rows.csv'),
      actor: null,
      options: { refuseBadCells: true },
    });
    await finished;
    const refused = (await toTheEnd(`/api/admin/imports/${id}/rows?outcome=refused`, ({ line }) => line)).flat();
    expect(refused.map(({ line }) => line)).toEqual(lines.flatMap((_, n) => (n % 2 ? [n + 2] : [])));
    const added = (await toTheEnd(`/api/admin/imports/${id}/rows?outcome=new`, ({ dentistId }) => dentistId)).flat();
    expect(new Set(added.map(({ dentistId }) => dentistId)).size).toBe(2 * ROWS - refused.length);
    await rm(folder, { recursive: true });
  });

  it('rejects a cursor that is not its own', async () => {
    for (const after of ['-1', '1e3', '99999999999', 'x'])
      expect((await app.get(`/api/admin/users?after=${after}`, { token })).status).toBe(400);
  });
});
