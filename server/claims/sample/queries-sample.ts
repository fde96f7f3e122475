import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

export interface SampleListing {
  id: number;
  name: string;
  phone: string;
  website: string;
}

/** Listings without an owner, the newest first, because tests and people open the oldest ones. */
export const selectUnclaimedListings = (trx: Knex, count: number): Promise<SampleListing[]> =>
  rows(
    trx,
    `select id, name, phone, website from dentists
     where user_id is null and deleted_at is null and phone is not null and website is not null
     order by id desc limit :count`,
    { count },
  );

/** Without a password, so that no one can log in as them. */
export async function insertClaimant(
  trx: Knex,
  claimant: { email: string; name: string; emailVerifiedAt: Date | null; createdAt: Date },
): Promise<number> {
  const [row] = (await trx('users')
    .insert({ ...claimant, subscriptionPlan: 'professional', subscriptionStatus: 'active' })
    .returning('id')) as [{ id: number }];
  return row.id;
}
