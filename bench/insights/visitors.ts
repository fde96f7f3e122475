import { Agent, request } from 'node:http';

/**
 * Simulates visitors and searchers in separate processes, so that their cost isn't measured as the server's.
 * bench/insights.ts starts them and controls them by messages.
 */
export type Order =
  | { do: 'visit'; port: number; seconds: number; rate: number | null; clients: number; dentists: [number, number] }
  | { do: 'search'; port: number; seconds: number };
export type Visited = { accepted: number; refused: number; late: number };
export type Searched = number[];

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const PLACES = ['TX', 'CA', 'NY', 'Houston, TX', 'Portland, OR', 'FL', 'Chicago, IL', 'OH'];
const agent = new Agent({ keepAlive: true, maxSockets: 512 });
let visitors = 0;

interface Answer {
  status: number;
  body: string;
}
const call = (
  port: number,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Answer> =>
  new Promise<Answer>((done, fail) => {
    const req = request({ port, path, method, agent, headers: { 'User-Agent': BROWSER, ...headers } }, (res) => {
      const parts: Buffer[] = [];
      res
        .on('data', (part: Buffer) => parts.push(part))
        .on('end', () => done({ status: res.statusCode ?? 0, body: Buffer.concat(parts).toString() }));
    });
    // Retries when the server closes a kept-alive connection just as it is reused.
    req.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' && req.reusedSocket) done(call(port, method, path, headers, body));
      else fail(error);
    });
    req.end(body);
  });

/** A visitor with its own IP address, so that visitors don't share rate limits. */
class Visitor {
  readonly #port: number;
  readonly #dentists: [number, number];
  #headers: Record<string, string> = {};
  #left = 0;
  constructor(port: number, dentists: [number, number]) {
    this.#port = port;
    this.#dentists = dentists;
  }

  /** Sends ten events, one of them a conversion. After five batches a new visitor takes over. */
  async tell(): Promise<number> {
    if (this.#left === 0) {
      const n = (process.pid % 50) * 60_000 + visitors++;
      this.#headers = {
        'Content-Type': 'application/json',
        'X-Forwarded-For': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
      };
      const answer = await call(this.#port, 'POST', '/api/analytics/session', this.#headers, '{}');
      this.#headers['X-Session-Id'] = (JSON.parse(answer.body) as { sessionId: string }).sessionId;
      this.#left = 5;
    }
    this.#left -= 1;
    const [first, count] = this.#dentists;
    const dentistId = first + Math.floor(Math.random() * count);
    const at = 1 + Math.floor(Math.random() * 2 ** 52);
    const view = (n: number, pagePath: string) => ({
      eventType: 'page_view',
      eventName: 'page_view',
      pagePath,
      pageTitle: 'Dentists near you | Enamel',
      viewId: at + n,
      ago: 2_000 - n,
    });
    const search = { eventType: 'search', pagePath: '/directory', searchQuery: PLACES[at % PLACES.length] };
    const body = {
      events: [
        view(1, '/'),
        { ...search, eventName: 'search_initiated', searchType: 'location_only', variant: 'hero', ago: 1_500 },
        view(2, '/directory'),
        { ...search, eventName: 'search', searchResults: 120, searchType: 'location_only', ago: 1_000 },
        { eventType: 'click', eventName: 'dentist_click', pagePath: '/directory', dentistId, clickPosition: 2, ago: 800 },
        view(3, '/texas/houston/dentist/somebody'),
        { eventType: 'profile_view', eventName: 'profile_view', pagePath: '/texas/houston', dentistId, ago: 500 },
        view(4, '/about'),
        { eventType: 'page_scroll', eventName: 'scrolled', pagePath: '/about', ago: 10 },
      ],
      conversions: [{ eventType: 'dentist_click', dentistId, ago: 800 }],
      leaves: [{ viewId: at + 1, seconds: 3.5, ago: 700 }],
    }; // prettier-ignore
    const answer = await call(this.#port, 'POST', '/api/analytics/track', this.#headers, JSON.stringify(body));
    return answer.status === 200 ? body.events.length + body.conversions.length : 0;
  }
}

async function visit({ port, seconds, rate, clients, dentists }: Order & { do: 'visit' }): Promise<Visited> {
  const end = performance.now() + seconds * 1000;
  const result: Visited = { accepted: 0, refused: 0, late: 0 };
  const idle = Array.from({ length: clients }, () => new Visitor(port, dentists));
  const turn = async (visitor: Visitor) => {
    const told = await visitor.tell();
    if (told > 0) result.accepted += told;
    else result.refused += 10;
  };
  if (rate === null) {
    await Promise.all(
      idle.map(async (visitor) => {
        while (performance.now() < end) await turn(visitor);
      }),
    );
    return result;
  }
  // Batches are sent on schedule, even if earlier ones are unanswered. Without an idle visitor, a batch is late.
  const running = new Set<Promise<void>>();
  const every = 10_000 / rate;
  for (let next = performance.now(); next < end; next += every) {
    const wait = next - performance.now();
    if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    const visitor = idle.shift();
    if (!visitor) {
      result.late += 1;
      continue;
    }
    const one: Promise<void> = turn(visitor).finally(() => {
      idle.push(visitor);
      running.delete(one);
    });
    running.add(one);
  }
  await Promise.all(running);
  return result;
}

async function search({ port, seconds }: Order & { do: 'search' }): Promise<Searched> {
  const times: number[] = [];
  for (const end = performance.now() + seconds * 1000; performance.now() < end;) {
    const started = performance.now();
    const place = encodeURIComponent(PLACES[times.length % PLACES.length]!);
    const { status } = await call(port, 'GET', `/api/directory?location=${place}&pageSize=10`);
    if (status !== 200) throw new Error(`a search answered ${status}`);
    times.push(performance.now() - started);
    await new Promise((done) => setTimeout(done, 20));
  }
  return times;
}

process.on('message', (order: Order) => {
  void (order.do === 'visit' ? visit(order) : search(order)).then((result) => process.send!(result));
});
