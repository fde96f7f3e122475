import { randomUUID } from 'node:crypto';
import type { GroupRole } from '#shared/groups/group-roles.ts';
import { testApp, type TestApp } from '../app.ts';

export type Groups = Awaited<ReturnType<typeof groups>>;
type Person = Awaited<ReturnType<TestApp['signIn']>>;

const enterprise = { subscriptionPlan: 'enterprise', subscriptionStatus: 'active' };

/** A server with groups, each with three locations, a further listing of its owner, and one person per role. */
export async function groups(env: Record<string, string> = {}, sandbox?: 'delivering') {
  const app = await testApp({
    now: '2026-11-02T15:00:00Z',
    env: { LIMIT_CONTACT: '100000/60', ...env },
    ...(sandbox && { sandbox }),
  });
  const { db } = app.deps;
  let made = 0;

  async function make({ locations = 3 } = {}) {
    const name = `Group ${++made}`;
    const owner = await app.signIn({ ...enterprise, name: `Olive ${made}` });
    const listings = Array.from({ length: locations + 1 }, (_, n) => ({
      name: `${name} Dental ${String(n + 1).padStart(3, '0')}`,
      phone: '(512) 555-0100',
      address: `${n + 1} Elm St`,
      city: 'Austin',
      state: 'TX',
      zipCode: '78701',
      userId: owner.userId,
      isVerified: true,
    }));
    const ids = ((await db('dentists').insert(listings).returning('id')) as { id: number }[]).map(({ id }) => id);
    const spare = ids.pop()!;
    const [unclaimed] = (await db('dentists')
      .insert({ name: `${name} Claimable`, address: '9 Elm St', city: 'Austin', state: 'TX', zipCode: '78709' })
      .returning('id')) as [{ id: number }];
    const { id, slug } = (await app.post('/api/user/groups', { name }, { token: owner.token })).body as {
      id: number;
      slug: string;
    };
    await app.post(`/api/user/groups/${id}/locations`, { ids }, { token: owner.token });
    const join = async (role: GroupRole): Promise<Person & { personId: number }> => {
      const person = await app.signIn({ name: `${role} ${made}` });
      const email = (await db('users').where({ id: person.userId }).first()).email as string;
      const now = app.deps.clock.now();
      const [row] = (await db('listingManagers')
        .insert({
          groupId: id,
          role,
          locations: role === 'regional' ? [ids[0]] : [],
          email,
          userId: person.userId,
          invitedAt: now,
          acceptedAt: now,
        })
        .returning('id')) as [{ id: number }];
      return { ...person, personId: row.id };
    };
    const [regional, editor, billing, reader] = [
      await join('regional'),
      await join('editor'),
      await join('billing'),
      await join('reader'),
    ];
    return {
      id,
      slug,
      name,
      ids,
      spare,
      unclaimed: unclaimed.id,
      people: { owner, regional, editor, billing, reader },
    };
  }

  return {
    app,
    make,
    /** The path of a call, with the ids of this group and of one of its people. */
    fill: (path: string, group: Awaited<ReturnType<typeof make>>): string =>
      path.replace(':id', String(group.id)).replace(':person', String(group.people.reader.personId)),
    /** All that the calls of groups could change. */
    everything: async () => ({
      groups: await db('groups').orderBy('id'),
      locations: await db('groupLocations').orderBy('dentistId'),
      people: await db('listingManagers').orderBy('id'),
      claims: await db('claimRequests').orderBy('id').select('id', 'status'),
      listings: await db('dentists').orderBy('id').select('id', 'userId', 'bio', 'holidayHours', 'deletedAt'),
    }),
    rolesOf: async (groupId: number): Promise<string[]> =>
      (await db('listingManagers').where({ groupId }).orderBy('id').select('role')).map(({ role }) => role as string),
    /** Views by as many visitors, a day ago. */
    async view(dentistId: number, count: number): Promise<void> {
      const timestamp = new Date(app.deps.clock.now().getTime() - 86_400_000);
      const sessions = Array.from({ length: count }, () => randomUUID());
      await db('userSessions').insert(sessions.map((sessionId) => ({ sessionId, startTime: timestamp })));
      await db('userEvents').insert(
        sessions.map((sessionId) => ({ sessionId, dentistId, eventType: 'profile_view', timestamp })),
      );
    },
    /** Reads the newest invitation from the queued emails. */
    async invitationToken(): Promise<string> {
      for (const { payload } of await db('jobs').orderBy('id', 'desc').limit(20)) {
        if (!payload.sealed) continue;
        const found = /invitation=([\w-]+)/.exec(app.deps.secret.open('mail', payload.sealed));
        if (found) return found[1]!;
      }
      throw new Error('no invitation waits');
    },
  };
}
