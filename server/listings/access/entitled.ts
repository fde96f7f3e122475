import type { Actor } from '#server/base/http/context.ts';
import { forbidden } from '#server/base/http/errors.ts';
import { signedIn as signedInGuard, type Guard } from '#server/base/http/guards.ts';

// TypeScript accepts an assertion call only on a name with an explicit type.
const signedIn: Guard<Actor> = signedInGuard;

export const subscriptionRequired = () =>
  forbidden('Upgrade to Professional to claim and manage listings.', 'subscription_required');

/** Guards claiming and adding listings, so the server rejects the request before it reads the body. */
export const entitled: Guard<Actor> = {
  name: 'signed in, with an active or trial plan that includes listings, unless the directory takes no payments',
  check(actor) {
    signedIn.check(actor);
    if (!actor.entitled) throw subscriptionRequired();
  },
};
