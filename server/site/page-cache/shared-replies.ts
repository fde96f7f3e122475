import type { AnyEndpoint } from '#contract/endpoint.ts';
import { isSameContent, type Moment } from './cached-page.ts';
import { subjectsOf } from './content-versions.ts';

export interface Reply {
  value: unknown;
  headers: Record<string, string>;
}

/**
 * Replies that many pages show, such as the ads and the list of services. Pages that are rendered at the same versions
 * of the content share them, so a page costs only its own queries.
 */
export class SharedReplies {
  readonly #replies = new Map<AnyEndpoint, { moment: Moment; reply: Reply }>();

  /** Returns the stored reply for a call without input, or makes the call. */
  async get(endpoint: AnyEndpoint, input: object, moment: Moment, call: () => Promise<Reply>): Promise<Reply> {
    if (Object.keys(input).length > 0) return call();
    const stored = this.#replies.get(endpoint);
    if (stored && isSameContent(stored.moment, moment, subjectsOf(endpoint))) return stored.reply;
    const reply = await call();
    this.#replies.set(endpoint, { moment, reply });
    return reply;
  }
}
