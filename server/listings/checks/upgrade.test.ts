import { expect, it } from 'vitest';
import { runSql } from '#server/db/sql-migration.ts';
import { freshDatabase } from '#server/test/database.ts';

it('an upgrade verifies owners of approved claims and opens checks of listings that owners added', async () => {
  const { db, drop } = await freshDatabase();
  // The schema before this migration.
  await db.raw(
    `alter table claim_requests drop column kind, drop column identity, drop column called_at, drop column license_matched_at`,
  );
  await db.raw(`drop trigger filter_bits_changed on dentists; alter table dentists drop column identity_changed_at`);
  const at = new Date('2025-03-03T15:00:00Z');
  const paid = { subscriptionPlan: 'professional', subscriptionStatus: 'active' };
  const [ann, bob] = (await db('users')
    .insert([
      { email: 'ann@example.com', name: 'Ann', ...paid },
      { email: 'bob@example.com', name: 'Bob', ...paid },
    ])
    .returning('id')) as { id: number }[];
  const names = ['claimed', 'unmarked', 'added', 'checked', 'released', 'pending'];
  const ids = Object.fromEntries(
    (
      (await db('dentists')
        .insert(names.map((name) => ({ name, city: 'Austin', state: 'TX', phone: '512-555-0142', userId: ann!.id })))
        .returning(['id', 'name'])) as { id: number; name: string }[]
    ).map(({ id, name }) => [name, id]),
  );
  const claim = (dentistId: number | undefined, status: string) => ({
    dentistId,
    userId: ann!.id,
    requestorName: 'Ann',
    requestorEmail: 'ann@example.com',
    requestorPhone: '512-555-0142',
    relationshipToPractice: 'owner',
    status,
    reviewedAt: status === 'approved' ? at : null,
  });
  await db('claimRequests').insert([
    claim(ids.claimed, 'approved'),
    claim(ids.unmarked, 'approved'),
    claim(ids.pending, 'pending'),
  ]);
  await db('listingHistory').insert({
    dentistId: ids.unmarked,
    at: new Date('2025-03-04T15:00:00Z'),
    userId: bob!.id,
    field: 'isVerified',
    before: 'true',
    after: 'false',
    source: 'staff',
  });
  await db('dentists').where({ id: ids.checked }).update({ isVerified: true });
  await db('dentists').where({ id: ids.released }).update({ userId: null, isVerified: true, ownershipReviewedAt: at });

  await runSql(db, 'listing-checks');
  const listings = (await db('dentists').orderBy('id').select('name', 'isVerified')) as {
    name: string;
    isVerified: boolean;
  }[];
  expect(Object.fromEntries(listings.map(({ name, isVerified }) => [name, isVerified]))).toEqual({
    claimed: true,
    unmarked: false,
    added: false,
    checked: true,
    released: false,
    pending: false,
  });
  const checks = await db('claimRequests').whereNot({ kind: 'claim' });
  expect(checks).toMatchObject([{ kind: 'new_listing', dentistId: ids.added, userId: ann!.id, status: 'pending' }]);
  expect(await db('claimEvents').where({ claimId: checks[0].id })).toMatchObject([{ kind: 'submitted' }]);
  await drop();
});
