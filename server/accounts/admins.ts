import type { Knex } from 'knex';
import type { Deps } from '#server/http/context.ts';
import { checkNewPassword, hashPassword } from './password.ts';
import { changeUser, createUser, findByEmail, replacePassword } from './queries.ts';
import { deleteSessions } from './queries-sessions.ts';
import { deleteChallenges, removeTwoFactor } from './queries-two-factor.ts';

type Needs = Pick<Deps, 'db' | 'clock'>;

/** Makes this administrator if there is none of that name yet. True when it did. */
export async function ensureAdmin(deps: Needs, address: string, password: string): Promise<boolean> {
  const email = address.trim().toLowerCase();
  if ((await findByEmail(deps.db, email))?.role === 'admin') return false;
  await makeAdmin(deps, email, password);
  return true;
}

/**
 * Makes an administrator, or gives one a new password. An account that somebody registered under this address before
 * is taken over whole: its password, sign-ins and second factor may be a stranger's.
 */
export async function makeAdmin(deps: Needs, address: string, password: string): Promise<'made' | 'changed'> {
  const email = address.trim().toLowerCase();
  checkNewPassword(password, { role: 'admin', email });
  const hash = await hashPassword(password);
  return await deps.db.transaction(async (trx: Knex) => {
    const made = await createUser(trx, {
      email,
      password: hash,
      name: 'Administrator',
      role: 'admin',
      createdAt: deps.clock.now(),
    });
    if (made) return 'made';
    const user = (await findByEmail(trx, email))!;
    await changeUser(trx, user.id, { role: 'admin' });
    await replacePassword(trx, user.id, user.password, hash);
    await deleteSessions(trx, user.id);
    await deleteChallenges(trx, user.id);
    await removeTwoFactor(trx, user.id);
    return 'changed';
  });
}
