import { emailKeyOf, sealContact } from '#server/base/sealed-contacts.ts';
import { createLinkKey, createToken, hashToken } from '#server/reviews/links.ts';
import { publishDueReviews } from '#server/reviews/publish.ts';
import { appointments } from './appointments.ts';

const HOUR = 3_600_000;

/** Ten made-up words, so that no text is a copy of another. */
export const uniqueWords = (): string =>
  Array.from({ length: 10 }, () => Array.from({ length: 6 }, () => 'bdklmnorstuaei'[Math.floor(Math.random() * 14)]).join('')).join(' '); // prettier-ignore

/** A practice whose patients are invited to review it, and helpers to write and decide reviews. */
export async function reviews(env: Record<string, string> = {}) {
  const a = await appointments(env);
  const { app } = a;
  const { clock } = app.deps;

  const form = (values: object = {}) => ({
    stars: 5,
    explained: 'yes',
    onTime: 'no',
    priceAsTold: 'yes',
    wouldReturn: 'yes',
    serviceId: null,
    visitMonth: '2025-03',
    text: `They explained each step. ${uniqueWords()}.`,
    language: 'en',
    signed: 'yes',
    ...values,
  });
  const save = (token: string, values: object = {}, headers: Record<string, string> = {}) =>
    app.call('POST', '/api/reviews/save', { body: { token, ...form(values) }, headers });

  let people = 0;

  return {
    ...a,
    form,
    save,
    /** The token of a link that someone asked for. */
    async linkFor(
      dentistId: number,
      { name = 'Vera Verified', email = `person-${++people}@example.com`, isPracticeInvited = false } = {},
    ) {
      const { db, secret } = app.deps;
      const linkKey = createLinkKey();
      const token = createToken(app.deps, linkKey);
      await db('reviewInvitations').insert({
        dentistId,
        linkKey,
        tokenHash: hashToken(token),
        contact: sealContact(secret, { name, email, phone: null }),
        emailKey: emailKeyOf(secret, email),
        isPracticeInvited,
        invitedAt: clock.now(),
      });
      return token;
    },
    view: (token: string) => app.post('/api/reviews/view', { token }),
    remove: (token: string) => app.post('/api/reviews/delete', { token }),
    appeal: (token: string, appeal: string) => app.post('/api/reviews/appeal', { token, appeal }),
    /** A patient whose request was accepted for 2:30 p.m. on March 10 in Austin. */
    async acceptedPatient(listing: number, values: object = {}) {
      const patient = await a.request(listing, values);
      await a.answer(patient.id, 'offer');
      await a.asPatient(patient.token, 'accept');
      return patient;
    },
    async tokenOf(email: string) {
      const sent = await a.lastEmail(email);
      return sent!.action!.url.split('#')[1]!;
    },
    async publishAll() {
      clock.advance(25 * HOUR);
      await publishDueReviews(app.deps);
    },
    stored: (body: string) => app.deps.db('reviews').where({ body }).first(),
    shown: async (listing: number, query = '') => (await app.get(`/api/dentists/${listing}/reviews${query}`)).body,
  };
}
export type Reviews = Awaited<ReturnType<typeof reviews>>;
