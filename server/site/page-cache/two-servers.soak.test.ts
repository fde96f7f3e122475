import { it } from 'vitest';
import { expectChangesOnBoth } from '#server/test/public-pages.ts';

it(
  'shows 200 changes of each kind on both servers at once, and never an older page after a newer one',
  () => expectChangesOnBoth(200),
  600_000,
);
