import type { z } from 'zod';
import type { createFirstAdmin as contract } from '#contract/opening/setup.ts';
import { addFirstAdmin } from '#server/accounts/admin/create-admin.ts';
import { checkNewPassword, hashPassword } from '#server/accounts/sign-in/password.ts';
import { openSession, type SignedIn } from '#server/accounts/sign-in/sign-in.ts';
import type { Ctx } from '#server/base/http/context.ts';
import { conflict, forbidden } from '#server/base/http/errors.ts';
import { enforceLimit } from '#server/base/http/limits/limits.ts';
import type { Stream } from '#server/base/http/serve.ts';
import { isSetupToken } from './opening-state.ts';
import { hasAdmin, lockSetup, readSetup } from './queries-setup.ts';

const invalidLink = () =>
  forbidden('This link isn’t valid. Please open the newest one from the server’s log.', 'setup_link');
const alreadyDone = () => conflict('This directory has an administrator already. Please log in.', 'setup_done');

/** Creates the first administrator. If two people use the link at once, the lock refuses the second. */
export async function createFirstAdmin(
  { token, name, email, password }: z.output<(typeof contract)['body']>,
  ctx: Ctx,
  stream: Stream,
): Promise<SignedIn> {
  await enforceLimit(
    ctx,
    'LIMIT_REGISTER',
    ctx.network,
    'There were too many tries from your network. Please try again in an hour.',
  );
  const setup = await readSetup(ctx.db);
  if (!setup || setup.openedAt !== null || (await hasAdmin(ctx.db))) throw alreadyDone();
  if (!isSetupToken(ctx, setup, token)) throw invalidLink();
  checkNewPassword(password, { role: 'admin', email });
  const hash = await hashPassword(password, ctx);
  const user = await ctx.db.transaction(async (trx) => {
    await lockSetup(trx);
    if (await hasAdmin(trx)) throw alreadyDone();
    return addFirstAdmin(trx, { name, email, hash, at: ctx.clock.now() });
  });
  return await openSession(ctx, user, 'web', stream, { isJoining: true });
}
