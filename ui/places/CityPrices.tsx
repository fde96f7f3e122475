import type { UsState } from '#shared/places/states.ts';
import { formatNumber } from '#ui/kit/format.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import { cityFactsQuery } from './city-query.ts';
import { describeCity } from './describe-city.ts';

/** Sentences about a city's prices, plans, and weekends, as far as its listings state them. */
export function CityPrices({ state, city, service }: { state: UsState; city: string; service: string }) {
  const { data: facts } = useReply(cityFactsQuery(state, city, service));
  const text = facts ? describeCity(facts, formatNumber) : '';
  return text === '' ? null : <p>{text}</p>;
}
