import { can, permissionOf } from '#shared/permissions.ts';
import { isStaff, roleNames } from '#shared/roles.ts';
import type { Actor } from './context.ts';
import { forbidden, unauthorized } from './errors.ts';

export interface Guard<A extends Actor | null> {
  name: string;
  /** Throws unless this actor has access. The assertion gives the handler its actor's type. */
  check(actor: Actor | null): asserts actor is A & (Actor | null);
  /** Whether caches may share the replies. By default no reply may be stored, because it may be personal. */
  shares?: 'every reply' | 'anonymous replies';
}

const twoFactorRequired = () => forbidden('Please set up two-factor authentication first.', 'two_factor_required');

export const anyone: Guard<Actor | null> = { name: 'anyone', check() {} };

/** For public reads that are the same for everyone. The handler gets no actor, so that its reply can't be personal. */
export const everyone: Guard<null> = { name: 'anyone', check() {}, shares: 'every reply' };

/** For public reads that show signed-in callers more, such as their own listings. */
export const everyoneOrOwner: Guard<Actor | null> = { name: 'anyone', check() {}, shares: 'anonymous replies' };

/** The guards that admit anonymous callers. */
export const isOpen = (guard: Guard<never>): boolean => guard.name === anyone.name;

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

/** For the admin panel. `serve` narrows it to the roles that the matrix in shared/permissions.ts names for the call. */
export const admin: Guard<Actor> = {
  name: 'admin',
  check(actor) {
    if (!actor) throw unauthorized();
    if (!isStaff(actor.role)) throw forbidden('This is for administrators only.');
    if (actor.mustEnrol) throw twoFactorRequired();
  },
};

/** The guard of one call of the admin panel. A call that the matrix doesn't name is for administrators. */
export function guardForCall(call: string): Guard<Actor> {
  const permission = permissionOf.get(call);
  return {
    name: permission ? `admin (${permission})` : 'admin',
    check(actor) {
      const check: Guard<Actor>['check'] = admin.check;
      check(actor);
      const { role } = actor as Actor;
      if (role !== 'admin' && !(permission && can(role, permission)))
        throw forbidden(
          `Your role, ${roleNames[role].toLowerCase()}, doesn’t include this. Ask an administrator.`,
          'role_not_allowed',
        );
    },
  };
}
