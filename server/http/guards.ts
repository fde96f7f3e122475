import type { Actor } from './context.ts';
import { forbidden, unauthorized } from './errors.ts';

export interface Guard<A extends Actor | null> {
  name: string;
  /** Throws unless this actor has access. The assertion gives the handler its actor's type. */
  check(actor: Actor | null): asserts actor is A & (Actor | null);
}

const twoFactorRequired = () => forbidden('Please set up two-factor authentication first.', 'two_factor_required');

export const anyone: Guard<Actor | null> = { name: 'anyone', check() {} };

export const signedIn: Guard<Actor> = {
  name: 'signed in',
  check(actor) {
    if (!actor) throw unauthorized();
    if (actor.mustEnrol) throw twoFactorRequired();
  },
};

/** For the calls that an admin needs to set up two-factor. */
export const enrolling: Guard<Actor> = {
  name: 'signed in, even before two-factor is set up',
  check(actor) {
    if (!actor) throw unauthorized();
  },
};

export const admin: Guard<Actor> = {
  name: 'admin',
  check(actor) {
    if (!actor) throw unauthorized();
    if (actor.role !== 'admin') throw forbidden('This is for administrators only.');
    if (actor.mustEnrol) throw twoFactorRequired();
  },
};
