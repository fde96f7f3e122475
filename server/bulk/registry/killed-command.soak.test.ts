import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rows } from '#server/base/db/knex.ts';
import { changeListing } from '#server/listings/history.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { startNpmCommand, type NpmCommand } from '#server/test/programs/npm-command.ts';
import { reapRuns } from '../runs/runs.ts';
import { makeNpi } from './test/npi.ts';
import { formatFile, makeClinic, makeDentist } from './test/registry-file.ts';

const KNOWN = 3_000;
const NEW = 3_000;
const GONE = 40;
let app: TestApp;
let firstMonth: string;
let nextMonth: string;
beforeAll(async () => {
  app = await testApp();
  const path = (name: string) => join(app.deps.config.DATA_DIR, name);
  firstMonth = path('npidata_pfile_20050523-20261011.csv');
  nextMonth = path('npidata_pfile_20050523-20261108.csv');
  const known = Array.from({ length: KNOWN }, (_, n) => makeDentist(1 + n));
  await writeFile(firstMonth, formatFile(known));
  await writeFile(
    nextMonth,
    formatFile([
      ...known.slice(GONE, 1_000).map((row, n) => ({ ...row, phone: `512556${1000 + n}`, updated: '11/03/2026' })),
      ...known.slice(1_000),
      ...Array.from({ length: 200 }, (_, n) => makeClinic(20_000 + n, { address: `${1_200 + n} MAIN ST` })),
      ...Array.from({ length: NEW }, (_, n) => makeDentist(5_000 + n)),
      ...known.slice(0, GONE).map(({ npi }) => ({ npi, deactivated: '11/02/2026' })),
    ]),
  );
}, 120_000);
afterAll(() => app.stop());

const sumOf = (query: string) => rows<{ sum: string; n: number }>(app.deps.db, query);
/** Everything that a registry file changes. */
const dump = async () => [
  await sumOf(`select md5(string_agg(d::text, chr(10) order by id)) as sum, count(*)::int as n from dentists d`),
  await sumOf(
    `select md5(string_agg(r::text, chr(10) order by npi)) as sum, count(*)::int as n from registry_records r`,
  ),
  await sumOf(`select md5(string_agg(p::text, chr(10) order by id)) as sum, count(*)::int as n from practices p`),
  await sumOf(`select md5(string_agg(t::text, chr(10))) as sum, count(*)::int as n from registry_retirements t`),
  await sumOf(`select coalesce(sum(n), 0)::text as sum, count(*)::int as n from facets where scope = 'all'`),
];
const countLive = async () =>
  (await rows<{ n: number }>(app.deps.db, 'select count(*)::int as n from dentists where deleted_at is null'))[0]!.n;

interface LatestRun {
  id: number;
  status: string;
  phase: string | null;
  done: number;
}
async function findLatestRun(): Promise<LatestRun> {
  const [run] = await rows<LatestRun>(
    app.deps.db,
    `select r.id, r.status, p.phase, coalesce(p.done, 0)::int as done
     from import_runs r left join import_progress p on p.run_id = r.id order by r.id desc limit 1`,
  );
  return run!;
}

/** Waits until a run after `lastId` is in a state. False if the command ended first. */
async function untilRun(command: NpmCommand, lastId: number, isReached: (run: LatestRun) => boolean): Promise<boolean> {
  let hasEnded = false;
  void command.ended.then(() => (hasEnded = true));
  while (!hasEnded) {
    const run = await findLatestRun();
    if (run.id > lastId && isReached(run)) return true;
    await wait(5);
  }
  return false;
}

type Moment = (command: NpmCommand, lastId: number) => Promise<boolean>;
const inPhase =
  (phase: string, later = 0): Moment =>
  async (command, lastId) => {
    const isReached = await untilRun(command, lastId, (run) => run.phase === phase);
    await wait(later);
    return isReached;
  };

/** Holds the import at its last statement before the commit, which ends its run. */
const beforeCommit: Moment = async (command, lastId) => {
  if (!(await untilRun(command, lastId, ({ phase }) => phase === 'matching' || phase === 'writing'))) return false;
  const hold = await app.deps.db.transaction();
  try {
    await hold.raw('lock table import_runs in share mode');
    const isHeld = async () =>
      (
        await rows(
          app.deps.db,
          `select from pg_locks where not granted and relation = 'import_runs'::regclass
           and database = (select oid from pg_database where datname = current_database())`,
        )
      ).length > 0;
    for (let tries = 0; tries < 600 && !(await isHeld()); tries++) await wait(50);
    expect(await isHeld()).toBe(true);
    command.kill();
    await command.ended;
    return true;
  } finally {
    await hold.rollback();
  }
};

const moments: [what: string, moment: Moment][] = [
  ['as its process starts', async () => (await wait(400), true)],
  ['when its run exists', (command, lastId) => untilRun(command, lastId, () => true)],
  ['while it reads', inPhase('reading', 60)],
  ['while it compares', inPhase('matching')],
  ['a moment later', inPhase('matching', 80)],
  ['while it writes', inPhase('writing')],
  ['a moment after that', inPhase('writing', 80)],
  ['at its last statement', beforeCommit],
];

it('leaves the old state when npm run import is killed at any moment, and completes when it runs again', async () => {
  const first = startNpmCommand(app, 'import', [firstMonth]);
  expect([await first.ended, first.output()]).toEqual([0, expect.stringMatching(/Imported 3,000 rows: 3,000 new/)]);
  const [edited] = (await app.deps.db('dentists').where({ npi: makeNpi(100) })) as [{ id: number }];
  await app.deps.db.transaction((trx) =>
    changeListing(trx, edited.id, { phone: '(512) 555-0199' }, { kind: 'owner', userId: null }, app.deps.clock.now()),
  );
  const before = await dump();
  const killedAt: string[] = [];
  for (const [what, moment] of moments) {
    const { id: lastId } = await findLatestRun();
    const command = startNpmCommand(app, 'import', [nextMonth]);
    const isReached = await moment(command, lastId);
    command.kill();
    await command.ended;
    // A fast machine may be past the moment. The next run of the loop would then import the file again.
    expect([what, isReached]).toEqual([what, true]);
    await expect
      .poll(async () => (await reapRuns(app.deps), (await findLatestRun()).status), { timeout: 30_000 })
      .not.toBe('running');
    const { id, status } = await findLatestRun();
    expect([what, id === lastId ? 'none' : status]).toEqual([what, expect.stringMatching(/^(none|failed)$/)]);
    expect([what, await dump()]).toEqual([what, before]);
    killedAt.push(what);
  }
  expect(killedAt).toHaveLength(moments.length);
  const leftTables = await rows(app.deps.db, `select tablename from pg_tables where schemaname = 'staging'`);
  expect(leftTables).toEqual([]);

  const again = startNpmCommand(app, 'import', [nextMonth]);
  expect([await again.ended, again.output()]).toEqual([0, expect.stringMatching(/: 3,000 new/)]);
  expect(await countLive()).toBe(KNOWN + NEW - GONE);
  const [kept] = (await app.deps.db('dentists').where({ id: edited.id })) as [{ phone: string }];
  expect(kept.phone).toBe('(512) 555-0199');
  const after = await dump();
  const repeated = startNpmCommand(app, 'import', [nextMonth]);
  expect(await repeated.ended).toBe(0);
  expect(await dump()).toEqual(after);
}, 400_000);
