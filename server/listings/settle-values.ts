import { badRequest } from '#server/base/http/errors.ts';

type Values = Record<string, unknown>;

/**
 * Completes values that depend on each other: a practice that names an insurance plan accepts insurance, one that accepts
 * none, or isn't known to, names no plan, and a highest price needs a lowest one. Throws if the two prices contradict each other.
 */
export function settleValues<V extends Values>(values: V, stored: Values): V {
  const settled: Values = { ...values };
  if (settled.insurancePlans) settled.acceptsInsurance = true;
  else if ((settled.acceptsInsurance === false || settled.acceptsInsurance === null) && stored.insurancePlans)
    settled.insurancePlans = null;
  if (settled.whiteningPriceFrom === null && settled.whiteningPriceTo === undefined) settled.whiteningPriceTo = null;
  const valueOf = (field: string): number | null =>
    (settled[field] === undefined ? stored[field] : settled[field]) as number | null;
  const [from, to] = [valueOf('whiteningPriceFrom') ?? null, valueOf('whiteningPriceTo') ?? null];
  const changesPrice = settled.whiteningPriceFrom !== undefined || settled.whiteningPriceTo !== undefined;
  if (changesPrice && to !== null && (from === null || to < from)) {
    const sentence =
      from === null ? 'Please enter the lowest price, too.' : 'The highest price can’t be below the lowest price.';
    throw badRequest(sentence, { [from === null ? 'whiteningPriceFrom' : 'whiteningPriceTo']: sentence });
  }
  return settled as V;
}
