import { get as httpGet, request, type IncomingHttpHeaders } from 'node:http';
import { expect } from 'vitest';
import { publicAds } from '#contract/ads.ts';
import { listArticles } from '#contract/articles/articles.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { getDentist, searchDirectory } from '#contract/listings/listings.ts';
import type { PageRequest, Site } from '#server/site/site.ts';
import { testApp, type TestApp } from './app.ts';

/** A website of small pages that show what the API says, and count their renders. */
export class PlainSite implements Site {
  readonly renders: string[] = [];
  readonly #paragraphs: number;
  constructor(paragraphs = 300) {
    this.#paragraphs = paragraphs;
  }
  /** Waits after the page's calls and before it is done. */
  pause: (request: PageRequest) => Promise<void> = async () => {};

  async render(request: PageRequest) {
    const { pathname, searchParams, href, origin } = new URL(request.url);
    this.renders.push(href.slice(origin.length));
    const [endpoint, input] = contentOf(pathname, searchParams);
    try {
      const content = endpoint ? (await request.call(endpoint, input)).value : pathname;
      await this.pause(request);
      return {
        status: 200,
        headers: {},
        html: `<!doctype html>${JSON.stringify(content)}${'<p>text</p>'.repeat(this.#paragraphs)}`,
      };
    } catch (error) {
      if ((error as { status?: number }).status !== 404) throw error;
      return { status: 404, headers: {}, html: '<!doctype html>missing' };
    }
  }

  count(address: string): number {
    return this.renders.filter((rendered) => rendered === address).length;
  }
}

function contentOf(path: string, params: URLSearchParams): [AnyEndpoint | null, object] {
  const id = /^\/profile\/(\d+)$/.exec(path)?.[1];
  if (id) return [getDentist, { params: { id } }];
  if (path === '/topics/oral-health') return [listArticles, { query: { topicId: 'oral-health', brief: '1' } }];
  if (path === '/') return [publicAds, {}];
  if (path === '/directory') return [searchDirectory, { query: { location: params.get('location') ?? '' } }];
  return [null, {}];
}

export async function addListing({ deps }: TestApp, values: object = {}): Promise<number> {
  const [row] = (await deps
    .db('dentists')
    .insert({ name: 'Ana Silva', city: 'Austin', state: 'TX', phone: '(512) 555-0000', ...values })
    .returning('id')) as [{ id: number }];
  return row.id;
}

interface RawReply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
/** Sends a request as it is. `fetch` would decode the body and add headers. */
export const fetchRaw = (url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawReply> =>
  new Promise((done, fail) => {
    request(url, { headers, method }, (res) => {
      const parts: Buffer[] = [];
      res.on('data', (part: Buffer) => void parts.push(part));
      res.on('end', () => done({ status: res.statusCode!, headers: res.headers, body: Buffer.concat(parts) }));
    })
      .on('error', fail)
      .end();
  });

/** Starts a request and returns a function that disconnects. */
export function startRequest(url: string): () => void {
  const started = httpGet(url).on('error', () => {});
  return () => void started.destroy();
}

const FIRST_PUBLISHER = 1_000_000_000_000_000;

interface Change {
  path: string;
  make(round: number, server: TestApp): Promise<unknown>;
  /** Reads the number of the round from a page, or null before the first change. */
  read(reply: { status: number; text: string }): number | null;
}

function changesOf(token: string, listing: number, doomed: readonly number[]): Change[] {
  const numberIn = (pattern: RegExp) => (reply: { text: string }) => {
    const numbers = [...reply.text.matchAll(pattern)].map(([, found]) => Number(found));
    return numbers.length > 0 ? Math.max(...numbers) : null;
  };
  return [
    {
      path: `/profile/${listing}`,
      make: (round, server) =>
        server.call('PUT', `/api/admin/listings/${listing}`, {
          token,
          body: { phone: `(512) 555-${String(1000 + round)}` },
        }),
      read: (reply) => {
        const phone = numberIn(/555-(\d{4})/g)(reply);
        return phone === null || phone < 1000 ? null : phone - 1000;
      },
    },
    {
      path: '/topics/oral-health',
      make: (round, server) =>
        server.post(
          '/api/admin/articles',
          { title: `Round ${round} ends`, content: 'Some words.', topicId: 'oral-health', isPublished: true },
          { token },
        ),
      read: numberIn(/Round (\d+) ends/g),
    },
    {
      path: '/',
      make: (round, server) =>
        server.call('PUT', '/api/admin/ad-settings/field', {
          token,
          body: { field: 'publisherId', value: `pub-${FIRST_PUBLISHER + round}` },
        }),
      read: (reply) => {
        const publisher = numberIn(/ca-pub-(\d+)/g)(reply);
        return publisher === null ? null : publisher - FIRST_PUBLISHER;
      },
    },
    ...doomed.map((id, round) => ({
      path: `/profile/${id}`,
      make: (now: number, server: TestApp) =>
        now === round ? server.call('DELETE', `/api/admin/listings/${id}`, { token }) : Promise.resolve(null),
      read: ({ status }: { status: number }) => (status === 404 ? round : null),
    })),
  ];
}

/**
 * Changes content on two servers in turn. Each change must show on both at once, because every request compares versions, and
 * a page must never be older than one that either server sent before.
 */
export async function expectChangesOnBoth(rounds: number, env: Record<string, string> = {}): Promise<void> {
  const first = await testApp({ site: new PlainSite(), env });
  const second = await testApp({ site: new PlainSite(), env, beside: first });
  const servers: [TestApp, TestApp] = [first, second];
  const { token } = await first.signIn({ role: 'admin' });
  const listing = await addListing(first);
  const doomed: number[] = [];
  for (let round = 0; round < rounds; round++) doomed.push(await addListing(first, { name: `Practice ${round}` }));
  const changes = changesOf(token, listing, doomed);
  const seen = new Map<string, number>();
  const problems: string[] = [];
  /** Reads a page and compares it with the newest that had arrived when this request began. */
  const readPage = async (server: TestApp, { path, read }: Change): Promise<number | null> => {
    const newest = seen.get(path) ?? -1;
    const reply = await server.get(path);
    const round = read(reply);
    if ((round ?? -1) < newest) problems.push(`${path} went from ${newest} back to ${round}`);
    seen.set(path, Math.max(seen.get(path) ?? -1, round ?? -1));
    return round;
  };
  let over = false;
  const visitors = servers.map(async (server) => {
    while (!over) {
      for (const change of changes.slice(0, 6)) await readPage(server, change);
      await new Promise((done) => setTimeout(done, 20));
    }
  });
  try {
    for (let round = 0; round < rounds; round++) {
      for (const change of [...changes.slice(0, 3), changes[3 + round]!]) {
        await readPage(first, change);
        await readPage(second, change);
        const reply = (await change.make(round, servers[round % 2]!)) as { status: number; text: string };
        expect([reply.status, reply.text]).toEqual([expect.toSatisfy((status) => status < 300), expect.anything()]);
        const rendered = await Promise.all(servers.map((server) => readPage(server, change)));
        expect([change.path, rendered]).toEqual([change.path, [round, round]]);
      }
    }
  } finally {
    over = true;
    await Promise.all(visitors);
    await second.stop();
    await first.stop();
  }
  expect(problems).toEqual([]);
}
