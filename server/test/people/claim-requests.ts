import type { TestApp } from '../app.ts';

/** Inserts listings with one pending claim each, by different users. */
export async function insertClaims(
  app: TestApp,
  count: number,
  listing = 'Practice',
): Promise<{ id: number; dentistId: number; userId: number }[]> {
  const db = app.deps.db;
  const at = app.deps.clock.now();
  const tag = `${listing}${Math.random()}`;
  const users = await db('users')
    .insert(
      Array.from({ length: count }, (_, i) => ({ email: `${tag}-${i}@example.com`.toLowerCase(), name: 'Claimant' })),
    )
    .returning('id');
  const dentists = await db('dentists')
    .insert(Array.from({ length: count }, (_, i) => ({ name: `${listing} ${i}`, city: 'Austin', state: 'TX' })))
    .returning('id');
  return db('claimRequests')
    .insert(
      users.map(({ id }, i) => ({
        dentistId: dentists[i].id,
        userId: id,
        requestorName: 'Claimant',
        requestorEmail: 'c@example.com',
        requestorPhone: '(555) 555-0100',
        relationshipToPractice: 'owner',
        submittedAt: at,
        dueAt: new Date(at.getTime() + 3 * 86_400_000),
      })),
    )
    .returning(['id', 'dentistId', 'userId']);
}

/** Sends a decision on a claim. */
export const decideClaim = (app: TestApp, token: string, id: number, body: object) =>
  app.call('PATCH', `/api/admin/claim-requests/${id}`, { token, body });
