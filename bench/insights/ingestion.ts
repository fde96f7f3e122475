import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import type { Knex } from 'knex';
import { at, show } from './times.ts';
import type { Order, Searched, Visited } from './visitors.ts';

/** Events per second for one process. */
const RATE = 3_000;
const WINDOW = 4;
const ROUNDS = 4;

async function tell<T>(child: ChildProcess, order: Order): Promise<T> {
  const answered = new AbortController();
  const ended = once(child, 'exit', { signal: answered.signal }).then(([code]) => {
    throw new Error(`Those who ask ended with ${String(code)}.`);
  });
  child.send(order);
  const [result] = (await Promise.race([once(child, 'message', { signal: answered.signal }), ended])) as [T];
  ended.catch(() => undefined);
  answered.abort();
  return result;
}

async function stored(db: Knex): Promise<number> {
  const [row] = (await db('userEvents').count({ n: '*' })) as { n: number }[];
  const [more] = (await db('conversionEvents').count({ n: '*' })) as { n: number }[];
  return row!.n + more!.n;
}

/**
 * Alternates searches alone with searches during event tracking in one run, then measures the maximum event rate. Every
 * acknowledged event must be stored. As a control, a second server stores the same events: any slowdown that remains is
 * due to the shared cores and not to one process doing both.
 */
export async function ingestion(port: number, db: Knex, directory: readonly [string, string]): Promise<void> {
  const file = fileURLToPath(new URL('./visitors.ts', import.meta.url));
  const [visitors, searcher] = [fork(file), fork(file)];
  const other = fork(fileURLToPath(new URL('./other.ts', import.meta.url)), directory);
  try {
    const [otherPort] = (await once(other, 'message')) as [number];
    const [known] = (await db('dentists').min({ first: 'id' }).count({ count: '*' })) as {
      first: number;
      count: number;
    }[];
    const dentists: [number, number] = [known!.first, known!.count];
    const visit = (rate: number | null, seconds: number, clients: number, at = port) =>
      tell<Visited>(visitors, { do: 'visit', port: at, seconds, rate, clients, dentists });
    const search = () => tell<Searched>(searcher, { do: 'search', port, seconds: WINDOW });
    const before = await stored(db);
    const sum: Visited = { accepted: 0, refused: 0, late: 0 };
    const add = (one: Visited) => {
      for (const name of ['accepted', 'refused', 'late'] as const) sum[name] += one[name];
      return one.accepted;
    };
    await search();
    add(await visit(RATE, 2, 200));
    const alone: number[] = [];
    const beside: number[] = [];
    const shared: number[] = [];
    add(await visit(RATE, 2, 200, otherPort));
    let paced = 0;
    const delays = monitorEventLoopDelay({ resolution: 2 });
    let spent = process.cpuUsage();
    let busy = 0;
    for (let round = 0; round < ROUNDS; round++) {
      alone.push(...(await search()));
      spent = process.cpuUsage();
      delays.enable();
      const [told, times] = await Promise.all([visit(RATE, WINDOW, 200), search()]);
      const used = process.cpuUsage(spent);
      delays.disable();
      busy += used.user + used.system;
      paced += add(told);
      beside.push(...times);
      const [elsewhere, meanwhile] = await Promise.all([visit(RATE, WINDOW, 200, otherPort), search()]);
      add(elsewhere);
      shared.push(...meanwhile);
    }
    const most = add(await visit(null, 6, 300));
    console.log(`\nevents, in one process`);
    console.log(`target ${RATE} per second: ${Math.round(paced / WINDOW / ROUNDS)} per second stored, ${sum.refused} refused, ${sum.late} batches late, the server's processor ${Math.round(busy / WINDOW / ROUNDS / 10_000)} % busy; its event loop late by p50/p95 ${(delays.percentile(50) / 1e6).toFixed(1)} / ${(delays.percentile(95) / 1e6).toFixed(1)} ms`); // prettier-ignore
    console.log(`maximum: ${Math.round(most / 6)} per second stored`);
    console.log(`acknowledged ${sum.accepted}, in the database ${(await stored(db)) - before}`);
    const times = (ones: readonly number[]) => (at(ones, 0.95) / at(alone, 0.95)).toFixed(2);
    console.log(`a search, p50/p95 ms: alone ${show(alone, 0.5)} ${show(alone, 0.95)}, during ${RATE} events per second ${show(beside, 0.5)} ${show(beside, 0.95)}: p95 ${times(beside)} times`); // prettier-ignore
    console.log(`while another process on the same cores stores the ${RATE}: ${show(shared, 0.5)} ${show(shared, 0.95)}: p95 ${times(shared)} times. So much is only that the processors are shared`); // prettier-ignore
  } finally {
    other.kill();
    visitors.kill();
    searcher.kill();
  }
}
