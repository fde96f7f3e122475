import { fakePlatform } from './fake-platform.ts';
import { API_ANSWERS, platformSpec } from './platform-spec.ts';

platformSpec('the fake', async () => {
  const platform = fakePlatform(async (url) => API_ANSWERS[url]!);
  return {
    platform,
    saved: async () => Object.fromEntries(platform.saved.map(({ name, text }) => [name, text])),
    opened: () => platform.opened,
    cancelNext: platform.cancelNext,
    revealed: () => platform.revealed,
  };
});
