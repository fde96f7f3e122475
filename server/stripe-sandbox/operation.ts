import { missing } from './fault.ts';
import { int, list, str, type Params } from './form.ts';
import { shown, type Any, type Price } from './objects.ts';
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

export const priceNamed = (id: string, param: string): Price => {
  const price = sandboxPrices.find((one) => one.id === id);
  if (!price) throw missing('price', id, param, 400);
  return price;
};
export const op = (method: Operation['method'], path: string, run: Operation['run'], browser?: true): Operation => ({
  method,
  path: new RegExp(`^/v1/${path.replace(':id', '([\\w-]+)')}$`),
  run,
  ...(browser ? { browser } : {}),
});
export const page = (url: string, things: Any[], params: Params) => {
  const limit = Math.min(100, Math.max(1, int(params, 'limit') ?? 10));
  const first = str(params, 'starting_after');
  const from = first ? things.findIndex(({ id }) => id === first) + 1 : 0;
  return {
    object: 'list',
    url,
    has_more: things.length > from + limit,
    data: things.slice(from, from + limit).map(shown),
  };
};
export const firstItem = (params: Params): Params => (list(params, 'items')[0] ?? {}) as Params;
