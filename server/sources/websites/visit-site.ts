import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import robotsParserModule from 'robots-parser';
import { getDomain } from 'tldts';
import { openResponse, OutboundError, type OutboundRules } from '#server/articles/outbound.ts';
import { readBody } from '../read-body.ts';
import { readPage, type Page } from './read-page.ts';

export interface VisitRules extends OutboundRules {
  /** The name that robots.txt may address, and the address that explains it. */
  userAgent: string;
  /** The time between two requests to a host. */
  pauseMs?: number;
}

/** Its types describe a default export, which the package doesn't have. */
const robotsParser = robotsParserModule as unknown as typeof robotsParserModule.default;

export const ROBOT_NAME = 'DentalDirectoryBot';
const MAX_PAGES = 5;
const MAX_REDIRECTS = 3;
const TIMEOUT_MS = 10_000;
const LIMITS = { maxBytes: 3 * 2 ** 20, maxMs: 20_000 };
const LONGEST_DELAY_SECONDS = 20;

interface Visit {
  pages: Page[];
  /** Why there are no pages, or not more. Null if the visit went as planned. */
  problem: string | null;
}

/** A redirect within the site, such as to its "www" name or to https. */
const isSameSite = (from: URL, to: URL): boolean =>
  from.host === to.host ||
  (from.port === to.port && getDomain(from.hostname) !== null && getDomain(from.hostname) === getDomain(to.hostname));

const topics: readonly RegExp[] = [
  /hours|contact|location|directions|find us|visit us/i,
  /services|treatments|procedures/i,
  /insurance|financ|payment|dental plans/i,
  /language|about|new patient|our (?:office|practice|team)/i,
];

/** The pages that are likely to state something, one for each topic. */
function chooseLinks(page: Page): string[] {
  const { origin } = new URL(page.url);
  const seen = new Set([page.url.replace(/#.*$/, '')]);
  const links = page.links
    .map(({ url, text }) => ({ url: url.replace(/#.*$/, ''), text }))
    .filter(({ url }) => url.startsWith(`${origin}/`) && !/\.(?:pdf|jpe?g|png|gif|webp|zip|docx?|mp4)$/i.test(url));
  return topics.flatMap((topic) => {
    const found = links.find(
      ({ url, text }) => !seen.has(url) && (topic.test(text) || topic.test(new URL(url).pathname.replaceAll('-', ' '))),
    );
    if (!found) return [];
    seen.add(found.url);
    return [found.url];
  });
}

function decode(body: Buffer, type: string): string {
  const label = /charset=["']?([\w-]+)/i.exec(type)?.[1] ?? /<meta[^>]+charset=["']?([\w-]+)/i.exec(body.toString('latin1', 0, 2_048))?.[1]; // prettier-ignore
  try {
    return new TextDecoder(label ?? 'utf-8').decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

type Robots = ReturnType<typeof robotsParser>;

/** Sends the requests of one visit, one after the other with a pause in between, as the robots.txt of each host allows. */
class Visitor {
  private readonly rules: VisitRules;
  private pauseMs: number;
  /** The first request waits, too, because an earlier visit to the host may have just ended. */
  private lastAt = performance.now();
  private readonly robots = new Map<string, Promise<Robots>>();
  constructor(rules: VisitRules) {
    this.rules = rules;
    this.pauseMs = rules.pauseMs ?? 1_000;
  }

  private async send(url: string): Promise<IncomingMessage> {
    const wait = this.lastAt + this.pauseMs - performance.now();
    if (wait > 0) await pause(wait);
    const headers = { 'User-Agent': this.rules.userAgent, Accept: 'text/html, text/plain;q=0.5' };
    try {
      return await openResponse(url, { timeoutMs: TIMEOUT_MS, ...this.rules }, { headers });
    } finally {
      this.lastAt = performance.now();
    }
  }

  /** Follows redirects within the site, each checked like the first address. */
  private async open(
    address: string,
    mayOpen: (url: string) => Promise<boolean>,
  ): Promise<{ url: string; response: IncomingMessage }> {
    let url = address;
    for (let hops = 0; ; hops++) {
      if (!(await mayOpen(url))) throw new OutboundError('robots.txt keeps us from a page.');
      const response = await this.send(url);
      const status = response.statusCode!;
      if (status < 300 || status > 399) return { url, response };
      response.destroy();
      const to = response.headers.location ?? '';
      if (!URL.canParse(to, url) || !isSameSite(new URL(url), new URL(to, url)))
        throw new OutboundError('The website sends visitors to another site.');
      if (hops === MAX_REDIRECTS) throw new OutboundError('The website redirects too often.');
      url = new URL(to, url).href;
    }
  }

  /** A site without robots.txt allows everything; one whose server fails allows nothing. */
  private async readRobots(origin: string): Promise<Robots> {
    const address = `${origin}/robots.txt`;
    const { response } = await this.open(address, () => Promise.resolve(true));
    const status = response.statusCode!;
    if (status >= 500) {
      response.destroy();
      throw new OutboundError(`robots.txt was answered with ${status}.`);
    }
    const text = status === 200 ? decode(await readBody(response, LIMITS), '') : '';
    response.destroy();
    const robots = robotsParser(address, text);
    const delay = robots.getCrawlDelay(ROBOT_NAME) ?? 0;
    if (delay > LONGEST_DELAY_SECONDS) throw new OutboundError('robots.txt asks for longer pauses than we can make.');
    this.pauseMs = Math.max(this.pauseMs, delay * 1_000);
    return robots;
  }

  private async mayOpen(url: string): Promise<boolean> {
    const { origin } = new URL(url);
    if (!this.robots.has(origin)) this.robots.set(origin, this.readRobots(origin));
    return (await this.robots.get(origin)!).isAllowed(url, ROBOT_NAME) ?? true;
  }

  async readPage(address: string): Promise<Page> {
    const { url, response } = await this.open(address, (next) => this.mayOpen(next));
    const type = response.headers['content-type'] ?? '';
    if (response.statusCode !== 200 || !/html/i.test(type) || response.headers['content-encoding']) {
      response.destroy();
      throw new OutboundError(
        response.statusCode === 200 ? 'The website has no page.' : `The server answered with ${response.statusCode}.`,
      );
    }
    return readPage(url, decode(await readBody(response, LIMITS), type));
  }
}

/** Reads robots.txt, the first page of a website, and up to four that it links to, as robots.txt allows. */
export async function visitSite(website: string, rules: VisitRules): Promise<Visit> {
  const pages: Page[] = [];
  const visitor = new Visitor(rules);
  try {
    pages.push(await visitor.readPage(rules.allowLoopback ? website : website.replace(/^http:/i, 'https:')));
    for (const url of chooseLinks(pages[0]!).slice(0, MAX_PAGES - 1))
      await visitor.readPage(url).then(
        (page) => pages.push(page),
        (error: unknown) => {
          // A page that is missing or forbidden doesn't end the visit.
          if (!(error instanceof OutboundError)) throw error;
        },
      );
    return { pages, problem: null };
  } catch (error) {
    if (error instanceof OutboundError) return { pages, problem: error.message };
    throw error;
  }
}
