import { findState, stateSlug } from '#shared/places/states.ts';
import { deferredPage } from '#ui/base/page/deferred-hydration.tsx';
import { missing, moved } from '#ui/base/page/page.ts';
import { citiesQuery } from './cities-query.ts';

export const page = deferredPage(() => import('./StatePage.tsx'), {
  async load({ call, params, prefetch, url }) {
    const state = findState(params.state ?? '') ?? missing();
    const path = `/dentists/${stateSlug(state)}`;
    if (url.pathname !== path) moved(path);
    await prefetch(citiesQuery(stateSlug(state), call));
  },
});
