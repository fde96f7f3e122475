import { describe, expect, it } from 'vitest';
import { publicAds } from '#contract/ads.ts';
import { listArticles } from '#contract/articles/articles.ts';
import { searchDirectory } from '#contract/listings/listings.ts';
import { getStats } from '#contract/places/places.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { SharedReplies } from './shared-replies.ts';

const versions = { listings: '1', articles: '1', ads: '1', settings: '1' };

function shareReplies() {
  const replies = new SharedReplies();
  let calls = 0;
  const get = async (endpoint: AnyEndpoint, moment: { versions: typeof versions; minute: number }, input = {}) =>
    (await replies.get(endpoint, input, moment, async () => ({ value: ++calls, headers: {} }))).value;
  return get;
}

describe('replies that pages share', () => {
  it('are called again only when their own content or the minute has changed', async () => {
    const get = shareReplies();
    const values = [
      await get(publicAds, { versions, minute: 1 }),
      await get(publicAds, { versions, minute: 1 }),
      await get(publicAds, { versions: { ...versions, listings: '2' }, minute: 1 }),
      await get(publicAds, { versions: { ...versions, ads: '2' }, minute: 1 }),
      await get(publicAds, { versions: { ...versions, ads: '2' }, minute: 2 }),
    ];
    expect(values).toEqual([1, 1, 1, 2, 3]);
  });

  it('include the articles of each topic', async () => {
    const get = shareReplies();
    const moment = { versions, minute: 1 };
    const values = [
      await get(listArticles, moment, { query: { topicId: 'oral-health' } }),
      await get(listArticles, moment, { query: { topicId: 'teeth-whitening' } }),
      await get(listArticles, moment, { query: { topicId: 'oral-health' } }),
      await get(
        listArticles,
        { ...moment, versions: { ...versions, articles: '2' } },
        { query: { topicId: 'oral-health' } },
      ),
    ];
    expect(values).toEqual([1, 2, 1, 3]);
  });

  it('are not those of other calls with input, nor of other endpoints', async () => {
    const get = shareReplies();
    const moment = { versions, minute: 1 };
    const values = [
      await get(searchDirectory, moment, { query: { location: 'Austin, TX' } }),
      await get(searchDirectory, moment, { query: { location: 'Dallas, TX' } }),
      await get(getStats, moment),
      await get(publicAds, moment),
      await get(getStats, moment),
    ];
    expect(values).toEqual([1, 2, 3, 4, 3]);
  });
});
