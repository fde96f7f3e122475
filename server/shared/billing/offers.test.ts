import { expect, it } from 'vitest';
import { describeSaving, type OfferedPrice } from './offers.ts';
import { faqOf } from './plans-faq.ts';

const offers = (professional: [number, number?], proMax: [number, number?]): OfferedPrice[] =>
  ([['professional', professional], ['pro_max', proMax]] as const).flatMap(([plan, [monthly, yearly]]) => [
    { plan, interval: 'monthly' as const, launch: false, cents: monthly },
    ...(yearly === undefined ? [] : [{ plan, interval: 'yearly' as const, launch: false, cents: yearly }]),
  ]); // prettier-ignore

const savingAnswer = (prices: OfferedPrice[]) =>
  faqOf('', prices)[0]!.questions.find(({ question }) => question.includes('paying yearly'))?.answer;

it('says what a year saves only if it saves something', () => {
  expect(describeSaving(offers([6_000, 60_000], [12_300, 123_000]))).toBe('Save 2 months free');
  expect(describeSaving(offers([6_000, 66_000], [12_300]))).toBe('Save 1 month free');
  expect(describeSaving(offers([6_000, 54_500], [12_300, 123_000]))).toBe('Save up to 24%');
  expect(describeSaving(offers([6_000, 72_000], [12_300, 150_000]))).toBeNull();
  expect(describeSaving([])).toBeNull();
});

it('answers what a year saves with the prices on sale', () => {
  expect(savingAnswer(offers([6_000, 60_000], [12_300, 123_000]))).toBe(
    'You get two months free. A year of Professional costs $600 instead of $720, and a year of Pro Max costs $1,230 instead of $1,476.',
  );
  expect(savingAnswer(offers([6_000, 54_500], [12_300]))).toBe('A year of Professional costs $545 instead of $720.');
  expect(savingAnswer(offers([6_000], [12_300]))).toBeUndefined();
});
