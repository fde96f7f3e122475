import type { Random } from './random.ts';

export const REVIEW_COLUMNS = `dentist_id, source, status, stars, explained, on_time, price_as_told, would_return, service_id, visit_month, body, author_name,
  language, written_at, sent_at, changed_at, published_at`;

/** Each third listing has samples. */
const EVERY = 3;
const MOST = 6;
const DAY = 86_400_000;
const LAST_DAYS = 400;

const authors = ['Ana R.', 'Ben T.', 'Carla M.', 'Dev P.', 'Ellen W.', 'Frank O.', 'Gina L.', 'Hugo S.', 'Ines V.', 'Jon K.', 'Patient']; // prettier-ignore
const beginnings: Record<'good' | 'fair' | 'bad', readonly string[]> = {
  good: ['Everyone was kind from the first call on.', 'I was nervous, and they took the time I needed.', 'Nothing hurt, and I was out in under an hour.', 'They showed me pictures of each step.'], // prettier-ignore
  fair: ['The dentist was fine, the front desk seemed rushed.', 'Good work, but a long wait.', 'The room was clean, and the result is okay.'], // prettier-ignore
  bad: ['I waited for an hour and no one said why.', 'The bill was higher than the estimate.', 'I had to call three times to get an answer.'], // prettier-ignore
};
const endings: Record<'good' | 'fair' | 'bad', readonly string[]> = {
  good: ['The price was as quoted.', 'I would send my family there.', 'They called the next day to ask how I was.'], // prettier-ignore
  fair: ['I may go again.', 'Parking was hard to find.', 'The price was as agreed.'],
  bad: ['I will look for another office.', 'The work itself was okay.', 'They could have explained more.'],
};
const spanish = ['Muy amables y puntuales. Me explicaron todo antes de empezar.', 'La espera fue larga, pero el trabajo quedó bien.']; // prettier-ignore

/** Invented reviews as lines for COPY. Pages mark them, and show them only while a listing has no others. */
export function* inventReviews(
  listings: Iterable<{ id: number; serviceIds: readonly number[] }>,
  now: Date,
  random: Random,
): Generator<string> {
  for (const { id, serviceIds } of listings) {
    if (id % EVERY !== 0) continue;
    for (let n = 1 + random.below(MOST); n > 0; n--) {
      const stars = random.chance(0.7) ? 4 + random.below(2) : 1 + random.below(4);
      const mood = stars >= 4 ? 'good' : stars === 3 ? 'fair' : 'bad';
      const isSpanish = random.chance(0.08);
      const body = isSpanish ? random.pick(spanish) : `${random.pick(beginnings[mood])} ${random.pick(endings[mood])}`;
      const written = new Date(now.getTime() - (2 + random.below(LAST_DAYS)) * DAY);
      const visited = new Date(written.getTime() - (1 + random.below(20)) * DAY);
      const answer = () => (random.chance(0.15) ? '\\N' : random.chance(stars / 5.2) ? 't' : 'f');
      const service = serviceIds.length > 0 && random.chance(0.8) ? String(random.pick(serviceIds)) : '\\N';
      const at = written.toISOString();
      const values = [
        id, 'sample', 'published', stars, answer(), answer(), answer(), answer(), service, `${visited.toISOString().slice(0, 7)}-01`, body,
        random.pick(authors), isSpanish ? 'es' : 'en', at, at, at, at,
      ]; // prettier-ignore
      yield `${values.join('\t')}\n`;
    }
  }
}
