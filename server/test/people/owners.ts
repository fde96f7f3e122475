import { expect } from 'vitest';
import { createHumanCheck } from '#server/base/http/limits/human-check.ts';
import { testApp, type Answered, type TestApp } from '../app.ts';

export type Person = Awaited<ReturnType<TestApp['signIn']>>;
export type Owners = Awaited<ReturnType<typeof owners>>;

export const paid = { subscriptionPlan: 'professional', subscriptionStatus: 'active' };
export const doctor = {
  name: 'Dr. Ana Silva',
  title: 'DDS',
  specialty: 'Cosmetic Dentistry',
  experience: 4,
  phone: '(512) 555-0142',
};
export const place = {
  name: 'Silva Dental',
  phone: '(512) 555-0100',
  address: '1 Elm St',
  city: 'Austin',
  state: 'Texas',
  zipCode: '78701',
};

/** Creates two paying users and helpers for their listings. */
export async function owners(env: Record<string, string> = {}) {
  const app = await testApp({ now: '2025-03-03T15:00:00Z', env });
  const ann = await app.signIn({ ...paid, name: 'Ann' });
  const bob = await app.signIn({ ...paid, name: 'Bob' });
  const services: number[] = (await app.deps.db('services').orderBy('id').select('id')).map(({ id }) => id);

  const humanCheck = () => {
    const { a, b, token } = createHumanCheck(app.deps);
    return { token, answer: a + b };
  };
  /** The body that the listing form sends. */
  const whole = (values: object = {}) => ({
    dentist: doctor,
    practice: place,
    serviceIds: services.slice(0, 2),
    isNewPractice: true,
    humanCheck: humanCheck(),
    ...values,
  });
  return {
    app,
    ann,
    bob,
    services,
    humanCheck,
    whole,
    /** Adds a listing, and publishes it if it is held because of another test's listing. */
    async create(who: Person = ann, values: object = {}): Promise<number> {
      const { status, body } = await app.post('/api/dentists', whole(values), { token: who.token });
      expect([status, body.message]).toEqual([200, undefined]);
      if (body.heldAt) await app.deps.db('dentists').where({ id: body.id }).update({ deletedAt: null, heldAt: null });
      return body.id;
    },
    row: (id: number) => app.deps.db('dentists').where({ id }).first(),
    put: (id: number | string, body: unknown, who: Person = ann): Promise<Answered> =>
      app.call('PUT', `/api/user/dentists/${id}`, { token: who.token, body }),
    history: async (id: number, who: Person = ann) =>
      (await app.get(`/api/user/dentists/${id}/history`, { token: who.token })).body,
  };
}
