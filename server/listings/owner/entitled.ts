import { isEntitled } from '#contract/entitlement.ts';
import type { Actor } from '#server/http/context.ts';
import { forbidden } from '#server/http/errors.ts';
import { signedIn as signedInGuard, type Guard } from '#server/http/guards.ts';

// Assertions need a name whose type is written out.
const signedIn: Guard<Actor> = signedInGuard;

export const subscriptionRequired = () =>
  forbidden('Upgrade to Professional to claim and manage listings.', 'subscription_required');

/** Who may claim and add: decided before a byte of what they send is read. */
export const entitled: Guard<Actor> = {
  name: 'signed in, with an active or trial plan that includes listings',
  check(actor) {
    signedIn.check(actor);
    if (!isEntitled(actor)) throw subscriptionRequired();
  },
};
