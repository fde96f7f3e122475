import type { Reply } from '#contract/endpoint.ts';
import type { cityFacts } from '#contract/places/places.ts';

/** Says what a city's listings state, and nothing about those that don't. */
export function describeCity(
  { priced, lowestPrice, middlePrice, highestPrice, withPlans, openWeekends }: Reply<typeof cityFacts>,
  format: (value: number) => string,
): string {
  const count = (n: number, verb: string) => `${n === 1 ? 'One' : format(n)} ${verb}${n === 1 ? 's' : ''}`;
  const sentences: string[] = [];
  if (priced === 1 || (priced > 0 && lowestPrice === highestPrice))
    sentences.push(`${count(priced, 'state')} a teeth whitening price, from $${format(lowestPrice!)}.`);
  else if (priced > 1)
    sentences.push(
      `${count(priced, 'state')} a teeth whitening price, from $${format(lowestPrice!)} to $${format(highestPrice!)}; half start at $${format(middlePrice!)} or less.`,
    );
  if (openWeekends > 0) sentences.push(`${count(openWeekends, 'list')} hours on Saturday or Sunday.`);
  if (withPlans > 0)
    sentences.push(
      `${count(withPlans, 'name')} the insurance plans ${withPlans === 1 ? 'it' : 'they'} take${withPlans === 1 ? 's' : ''}.`,
    );
  return sentences.join(' ');
}
