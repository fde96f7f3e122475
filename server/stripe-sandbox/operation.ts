import { notFound } from './fault.ts';
import { optionalInt, paramList, optionalText, type Params } from './form.ts';
import { toPublic, type AnyObject, type Price } from './objects.ts';
import { sandboxPrices } from './prices.ts';
import type { Store } from './store.ts';

export interface Call {
  store: Store;
  id: string;
  params: Params;
  pagesUrl: string;
  /** Only the browser's calls carry a client secret instead of the secret key. */
  clientSecret: string | undefined;
}
export interface Operation {
  method: 'GET' | 'POST' | 'DELETE';
  path: RegExp;
  /** May be called by a browser with the client secret. */
  browser?: true;
  run(call: Call): Promise<unknown>;
}

export const requirePrice = (id: string, param: string): Price => {
  const price = sandboxPrices.find((one) => one.id === id);
  if (!price) throw notFound('price', id, param, 400);
  return price;
};
export const operation = (method: Operation['method'], path: string, run: Operation['run'], browser?: true): Operation => ({
  method,
  path: new RegExp(`^/v1/${path.replace(':id', '([\\w-]+)')}$`),
  run,
  ...(browser ? { browser } : {}),
});
export const toPage = (url: string, things: AnyObject[], params: Params) => {
  const limit = Math.min(100, Math.max(1, optionalInt(params, 'limit') ?? 10));
  const first = optionalText(params, 'starting_after');
  const from = first ? things.findIndex(({ id }) => id === first) + 1 : 0;
  return {
    object: 'list',
    url,
    has_more: things.length > from + limit,
    data: things.slice(from, from + limit).map(toPublic),
  };
};
export const firstItem = (params: Params): Params => (paramList(params, 'items')[0] ?? {}) as Params;
