import { it } from 'vitest';
import { expectChangesOnBoth } from '#server/test/public-pages.ts';

it('shows each change on both servers at once, and never an older page after a newer one', () =>
  expectChangesOnBoth(20));

it('shows each change on both servers without a cache', () => expectChangesOnBoth(5, { PAGE_CACHE_MB: '0' }));
