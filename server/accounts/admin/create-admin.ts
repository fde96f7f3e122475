import type { Knex } from 'knex';
import { audit } from '#server/audit/audit.ts';
import type { Deps } from '#server/base/http/context.ts';
import { checkNewPassword, hashPassword } from '../sign-in/password.ts';
import { emailTaken } from '../email-taken.ts';
import { updateUser, createUser, findUserByEmail, replacePassword, type User } from '../queries.ts';
import { deleteSessions } from '../queries-sessions.ts';
import { deletePasskeys } from '../passkeys/queries.ts';
import { deleteChallenges, removeTwoFactor } from '../sign-in/queries-two-factor.ts';

type Needs = Pick<Deps, 'db' | 'clock'>;

/** Creates the administrator if there isn't one with this email yet. True if it created one. */
export async function ensureAdmin(deps: Needs, address: string, password: string): Promise<boolean> {
  const email = address.trim().toLowerCase();
  if ((await findUserByEmail(deps.db, email))?.role === 'admin') return false;
  await createOrResetAdmin(deps, email, password);
  return true;
}

/**
 * Creates an administrator, or sets a new password for one. The operator vouches for the address. An existing account with this email loses its password,
 * sessions, and two-factor login, because a stranger may have registered it.
 */
export async function createOrResetAdmin(deps: Needs, address: string, password: string): Promise<'created' | 'reset'> {
  const email = address.trim().toLowerCase();
  checkNewPassword(password, { role: 'admin', email });
  const hash = await hashPassword(password);
  const now = deps.clock.now();
  return await deps.db.transaction(async (trx: Knex) => {
    const newUser = await createUser(trx, {
      email,
      password: hash,
      name: 'Administrator',
      role: 'admin',
      createdAt: now,
      emailVerifiedAt: now,
    });
    const user = newUser ?? (await findUserByEmail(trx, email))!;
    if (!newUser) {
      await updateUser(trx, user.id, { role: 'admin', emailVerifiedAt: user.emailVerifiedAt ?? now });
      await replacePassword(trx, user.id, user.password, hash);
      await deleteSessions(trx, user.id);
      await deleteChallenges(trx, user.id);
      await removeTwoFactor(trx, user.id);
      await deletePasskeys(trx, user.id);
    }
    await audit(trx, null, {
      at: now,
      action: 'user.promoted',
      subject: 'user',
      subjectId: user.id,
      before: newUser ? undefined : { role: user.role, password: user.password },
      after: { role: 'admin', password: hash },
      note: newUser
        ? `${email} was created as an administrator on the server.`
        : `${email} was made an administrator with a new password on the server. Its sessions and two-factor login were removed.`,
    });
    return newUser ? 'created' : 'reset';
  });
}

/** Creates the first administrator, in the caller's transaction. The link in the server's log vouches for the address. */
export async function addFirstAdmin(
  trx: Knex,
  { name, email, hash, at }: { name: string; email: string; hash: string; at: Date },
): Promise<User> {
  const user = await createUser(trx, {
    email,
    name,
    password: hash,
    role: 'admin',
    createdAt: at,
    emailVerifiedAt: at,
  });
  if (!user) throw emailTaken();
  await audit(trx, null, {
    at,
    action: 'user.promoted',
    subject: 'user',
    subjectId: user.id,
    after: { role: 'admin' },
    note: `${email} became the first administrator with the link in the server’s log.`,
  });
  return user;
}
