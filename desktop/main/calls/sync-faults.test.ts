import fc from 'fast-check';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ClaimDossier } from '#contract/claims/claims.ts';
import type { SyncReply } from '#contract/desktop.ts';
import { fixedKeys } from '../../offline/data-keys.ts';
import { Documents } from '../../offline/documents.ts';
import { Snapshot } from '../../offline/snapshot.ts';
import { openVault } from '../../offline/vault.ts';
import { disk } from '../../e2e/harness/main/test-disk.ts';
import { keepDocuments } from './keep-documents.ts';

vi.mock('node:fs/promises', () => import('../../e2e/harness/main/test-disk.ts'));

const SERVER = 'https://a.example';
const USER = 'staff@example.com';
const keys = fixedKeys(Buffer.alloc(32, 7));

/** A server whose claims change, and which sends what changed since a cursor. */
class ChangingServer {
  version = 1;
  readonly claims = new Map<number, ClaimDossier & { version: number }>();

  change(id: number, decided: boolean): void {
    this.version++;
    const files = [
      { id: id * 100 + (this.version % 3), kind: 'document', name: 'a.pdf', type: 'application/pdf', size: 9 },
    ];
    const claim = { id, status: decided ? 'rejected' : 'pending', submittedAt: '2026-01-01T00:00:00Z', dueAt: null, reviewedAt: null, attachments: files, version: this.version }; // prettier-ignore
    this.claims.set(id, claim as never);
  }
  sync(cursor: string | null): SyncReply {
    const claims = [...this.claims.values()];
    return {
      cursor: String(this.version),
      asOf: '2026-01-02T00:00:00Z',
      whole: cursor === null,
      claims: claims.filter(({ version }) => version > Number(cursor ?? 0)),
      pending: claims.filter(({ status }) => status === 'pending').map(({ id }) => id),
    };
  }
  get pending(): ClaimDossier[] {
    return [...this.claims.values()].filter(({ status }) => status === 'pending');
  }
}

/** The state of one process of the console. */
async function startConsole(server: ChangingServer) {
  const snapshot = new Snapshot(openVault('/console', keys));
  await snapshot.open(SERVER, USER);
  const documents = new Documents('/console', keys);
  await documents.open(`${SERVER} ${USER}`);
  const { signal: stay } = new AbortController();
  const requestInBackground = async (path: string) => new Response(`document ${path}`);
  const sync = async () => {
    await snapshot.applySync(server.sync(snapshot.cursor));
    await keepDocuments({ documents, requestInBackground, snapshot, stay });
  };
  return { snapshot, documents, sync };
}

const changes = fc.array(fc.record({ id: fc.integer({ min: 1, max: 5 }), decided: fc.boolean() }), { maxLength: 6 });
const rounds = fc.array(
  fc.record({ changes, fault: fc.constantFrom('none', 'killed', 'power', 'full'), within: fc.nat(30) }),
  { minLength: 1, maxLength: 6 },
);

beforeEach(() => disk.erase());

it(
  'keeps the queue and its documents whole, wherever a sync is killed or the disk is full',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(rounds, async (steps) => {
        disk.erase();
        const server = new ChangingServer();
        let current = await startConsole(server);
        for (const { changes: made, fault, within } of steps) {
          for (const { id, decided } of made) server.change(id, decided);
          disk.isFull = fault === 'full';
          if (fault === 'killed' || fault === 'power') disk.stepsUntilCrash = within;
          await current.sync().catch(() => {});
          disk.isFull = false;
          disk.restart(fault === 'power');
          if (fault !== 'full') current = await startConsole(server);
          const known = current.snapshot.claims(null, []) as (ClaimDossier & { version: number })[];
          // The cursor never runs ahead of the claims, or a change would be missed for good.
          for (const claim of server.claims.values())
            if (claim.version <= Number(current.snapshot.cursor ?? 0))
              expect(known.find(({ id }) => id === claim.id)?.version).toBe(claim.version);
        }
        await current.sync();
        const { documents, snapshot } = await startConsole(server);
        expect(snapshot.claims('pending', [])).toEqual(server.pending.toSorted((a, b) => a.id - b.id));
        for (const { id } of server.pending.flatMap(({ attachments }) => attachments))
          expect(String(await documents.read(id))).toBe(`document /api/admin/claim-attachments/${id}`);
        expect(disk.text()).not.toMatch(/document \/api|rejected|pending/);
      }),
      { numRuns: 400 },
    );
  },
);
