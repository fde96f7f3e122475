import { LRUCache } from 'lru-cache';
import { listArticles } from '#contract/articles/articles.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import type { Reply } from '../page-renderer.ts';
import { isSameContent, type Moment } from './cached-page.ts';
import { subjectsOf } from './content-versions.ts';

/** Calls with an input that many pages have, such as the topic of an article. */
const sharedWithInput = new Set<AnyEndpoint>([listArticles]);

/**
 * Replies that many pages show, such as the ads, the list of services, and the articles of a topic. Pages that are rendered at
 * the same versions of the content share them, so a page costs only its own queries.
 */
export class SharedReplies {
  readonly #replies = new LRUCache<string, { moment: Moment; reply: Reply }>({ max: 100 });

  /** Returns the stored reply for a call that pages share, or makes the call. */
  async get(endpoint: AnyEndpoint, input: object, moment: Moment, call: () => Promise<Reply>): Promise<Reply> {
    if (Object.keys(input).length > 0 && !sharedWithInput.has(endpoint)) return call();
    const key = `${endpoint.method} ${endpoint.path} ${JSON.stringify(input)}`;
    const stored = this.#replies.get(key);
    if (stored && isSameContent(stored.moment, moment, subjectsOf(endpoint))) return stored.reply;
    const reply = await call();
    this.#replies.set(key, { moment, reply });
    return reply;
  }
}
