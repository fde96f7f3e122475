import type { Knex } from 'knex';
import type { Role } from '#shared/roles.ts';

export const lockUser = (
  trx: Knex,
  id: number,
): Promise<
  | {
      id: number;
      name: string;
      email: string;
      role: Role;
      subscriptionStatus: string;
      stripeSubscriptionId: string | null;
    }
  | undefined
> => trx('users').where({ id }).forUpdate().first() as never;

export async function updateRole(trx: Knex, id: number, role: Role): Promise<void> {
  await trx('users').where({ id }).update({ role });
}
