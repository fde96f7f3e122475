import type { Actor } from './context.ts';
import { forbidden, unauthorized } from './errors.ts';

export interface Guard<A extends Actor | null> {
  name: string;
  /** Throws unless this actor may go on. The type tells the handler what it can rely on. */
  check(actor: Actor | null): asserts actor is A & (Actor | null);
}

const mustEnrol = () => forbidden('Please set up two-factor sign-in first.', 'two_factor_required');

export const anyone: Guard<Actor | null> = { name: 'anyone', check() {} };

export const signedIn: Guard<Actor> = {
  name: 'signed in',
  check(actor) {
    if (!actor) throw unauthorized();
    if (actor.mustEnrol) throw mustEnrol();
  },
};

/** For the few calls an admin needs while enrolling. */
export const enrolling: Guard<Actor> = {
  name: 'signed in, also before two-factor is set up',
  check(actor) {
    if (!actor) throw unauthorized();
  },
};

export const admin: Guard<Actor> = {
  name: 'admin',
  check(actor) {
    if (!actor) throw unauthorized();
    if (actor.role !== 'admin') throw forbidden('This is for administrators only.');
    if (actor.mustEnrol) throw mustEnrol();
  },
};
