import { notFound } from './stripe-error.ts';
import { optionalInt, paramList, optionalText, type Params } from './params.ts';
import type { AnyObject, Price } from './objects.ts';
import { toPublic } from './public-objects.ts';
import { sandboxPrices } from './prices.ts';
import type { Store } from './store.ts';

export interface Call {
  store: Store;
  id: string;
  params: Params;
  pagesUrl: string;
  /** Set for requests from the browser, which have no secret key. */
  clientSecret: string | undefined;
}
export interface Operation {
  method: 'GET' | 'POST' | 'DELETE';
  path: RegExp;
  /** Browsers may call this with the client secret. */
  browser?: true;
  run(call: Call): Promise<unknown>;
}

export const requirePrice = (id: string, param: string): Price => {
  const price = sandboxPrices.find((candidate) => candidate.id === id);
  if (!price) throw notFound('price', id, param, 400);
  return price;
};
export const operation = (
  method: Operation['method'],
  path: string,
  run: Operation['run'],
  browser?: true,
): Operation => ({
  method,
  path: new RegExp(`^/v1/${path.replace(':id', '([\\w-]+)')}$`),
  run,
  ...(browser ? { browser } : {}),
});
export const toPage = (url: string, objects: AnyObject[], params: Params) => {
  const limit = Math.min(100, Math.max(1, optionalInt(params, 'limit') ?? 10));
  const cursor = optionalText(params, 'starting_after');
  const from = cursor ? objects.findIndex(({ id }) => id === cursor) + 1 : 0;
  return {
    object: 'list',
    url,
    has_more: objects.length > from + limit,
    data: objects.slice(from, from + limit).map(toPublic),
  };
};
export const firstItemParams = (params: Params): Params => (paramList(params, 'items')[0] ?? {}) as Params;
