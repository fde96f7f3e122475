import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { startChild, type Child } from './child.ts';

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
/** Lead of the second server's clock. */
const SKEW_MS = 5_000;

interface Publishing {
  kills: number;
  /**
   * Articles recorded with exactly their planned time, audit entries about them, and distinct articles in those
   * entries.
   */
  published: number;
  recorded: number;
  distinct: number;
  /** Longest delay from planned time to record in milliseconds, by the clock of the recording server. */
  recordedLate: number;
  /** Longest delay in milliseconds until a polling visitor of the server with the correct clock saw the article. */
  readLate: number;
  /** Responses to visitors, and how many of them contained a draft. */
  answers: number;
  draftsSeen: number;
}

/**
 * Runs two server processes, one with its clock five seconds ahead, and kills them with SIGKILL at random while
 * articles come due.
 */
export async function killPublishers(
  db: Knex,
  databaseUrl: string,
  { articles, withinMs, killEveryMs }: { articles: number; withinMs: number; killEveryMs: number },
): Promise<Publishing> {
  const dataDir = await mkdtemp(join(tmpdir(), 'enamel-publish-'));
  const servers = [0, SKEW_MS].map((offset) => new Server(databaseUrl, dataDir, offset));
  try {
    await Promise.all(servers.map((server) => server.start()));
    const first = Date.now() + 2_000;
    const row = (n: number, at: Date | null) => ({
      title: `Article ${n}`,
      content: 'Text',
      excerpt: '',
      topicId: ['oral-health', 'dental-anxiety', 'find-dentist'][n % 3]!,
      category: 'Health',
      author: 'Team',
      readTime: 1,
      slug: at ? `article-${n}` : `draft-${n}`,
      scheduledPublishAt: at,
    });
    const due = Array.from({ length: articles }, (_, n) => new Date(first + Math.floor((n * withinMs) / articles)));
    await db.batchInsert(
      'articles',
      due.map((at, n) => row(n, at)),
      250,
    );
    await db.batchInsert(
      'articles',
      Array.from({ length: 20 }, (_, n) => row(n, null)),
      20,
    );

    let over = false;
    const seen = new Map<string, number>();
    const result = { answers: 0, draftsSeen: 0, kills: 0 };
    const visit = async (server: Server) => {
      for (let turn = 0; !over; turn++) {
        const list = await server.read('/api/articles?brief=1');
        const draft = await server.read(`/api/articles/draft-${turn % 20}`);
        const at = Date.now();
        if (list?.ok) {
          result.answers++;
          for (const { slug, isPublished } of (await list.json().catch(() => [])) as {
            slug: string;
            isPublished: boolean;
          }[]) {
            if (slug.startsWith('draft')) result.draftsSeen++;
            // The server whose clock is ahead shows every article early, so only the other one measures delay.
            else if (isPublished && server === servers[0] && !seen.has(slug)) seen.set(slug, at);
          }
        }
        if (draft) {
          result.answers++;
          if (draft.ok) result.draftsSeen++;
          await draft.arrayBuffer().catch(() => null);
        }
        await pause(250);
      }
    };
    const kill = async () => {
      while (!over) {
        await pause(killEveryMs * (0.5 + Math.random()));
        if (over) break;
        const victim = servers[Math.floor(Math.random() * servers.length)]!;
        result.kills++;
        await victim.restart();
      }
    };
    const busy = [...servers.map(visit), kill()];
    const end = first + withinMs + 75_000;
    const waiting = async () =>
      Number(
        (
          (await db('articles').where({ isPublished: false }).whereNotNull('scheduledPublishAt').count('* as n')) as {
            n: number;
          }[]
        )[0]!.n,
      );
    while (Date.now() < end && (Date.now() < first + withinMs || (await waiting()) > 0 || seen.size < articles))
      await pause(500);
    over = true;
    await Promise.all(busy);

    const rows = (await db('articles').whereNotNull('scheduledPublishAt')) as {
      id: number;
      slug: string;
      isPublished: boolean;
      scheduledPublishAt: Date;
      publishedAt: Date | null;
    }[];
    const log = (await db('auditLog').where({ action: 'article.published' })) as { subjectId: string; at: Date }[];
    const planned = new Map(rows.map((one) => [String(one.id), one.scheduledPublishAt.getTime()]));
    return {
      ...result,
      published: rows.filter(
        (one) => one.isPublished && one.publishedAt?.getTime() === one.scheduledPublishAt.getTime(),
      ).length,
      recorded: log.length,
      distinct: new Set(log.map(({ subjectId }) => subjectId)).size,
      recordedLate: Math.max(...log.map(({ subjectId, at }) => at.getTime() - planned.get(subjectId)!)),
      readLate: Math.max(
        ...rows.map(({ slug, scheduledPublishAt }) => (seen.get(slug) ?? Infinity) - scheduledPublishAt.getTime()),
      ),
    };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await rm(dataDir, { recursive: true, force: true });
  }
}

class Server {
  readonly #env: Record<string, string>;
  #child: Child | null = null;
  constructor(databaseUrl: string, dataDir: string, offset: number) {
    this.#env = {
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      SECRET_KEY: 'one secret that both of the servers share',
      LIMIT_API: '1000000/60',
      NOW_OFFSET_MS: String(offset),
    };
  }
  async start(): Promise<void> {
    this.#child = await startChild(this.#env);
  }
  async #kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    this.#child?.process.kill(signal);
    await this.#child?.ended;
  }
  async restart(): Promise<void> {
    await this.#kill('SIGKILL');
    await this.start();
  }
  stop(): Promise<void> {
    return this.#kill('SIGTERM');
  }
  read(path: string): Promise<Response | null> {
    return this.#child ? fetch(this.#child.url + path).catch(() => null) : Promise.resolve(null);
  }
}
