import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { syncConsole, type SyncReply } from '#contract/desktop.ts';
import { urlOf } from '#contract/url.ts';
import type { ConsoleState } from '../bridge/shapes.ts';
import { ConsoleError } from '../bridge/calls.ts';
import { Answers } from '../offline/answers.ts';
import { meaningOf, Snapshot, wordsOf } from '../offline/snapshot.ts';
import { isDue, Outbox } from '../offline/outbox.ts';
import { Schedule } from '../offline/schedule.ts';
import { openVault } from '../offline/vault.ts';
import { serverOrigin } from '../policy/urls.ts';
import { callApi } from './connection/api-calls.ts';
import { appProtocol } from './shell/app-protocol.ts';
import { shakeHands, Unreachable, updateWords } from './connection/connection.ts';
import { deliver, explain } from './decisions/decision-calls.ts';
import { CsvFiles } from './files/csv-files.ts';
import { Jobs } from './files/save-stream.ts';
import { Handles } from './files/handles.ts';
import type { Host } from './host.ts';
import { openKeychain, type Keychain } from './shell/keychain.ts';
import { Line, type Asking } from './connection/connection-monitor.ts';
import { Courier } from './decisions/courier.ts';
import { Servers } from './connection/servers.ts';
import { Remembered } from './files/recent-files.ts';
import { keepReports, keptReport } from './reports/reports.ts';
import { Scheduler } from './reports/scheduler.ts';
import { Session } from './connection/session.ts';
import type { Updates } from './updates/updates.ts';

const SYNC_EVERY = 60_000;
/** What nobody waits for is given up after this long, and tried again later. */
const BACKGROUND_MS = 30_000;

/** The main process without Electron: one object that holds what the console knows and answers what its page asks. */
export class StaffConsole {
  readonly host: Host;
  readonly handles = new Handles();
  readonly jobs: Jobs;
  readonly servers: Servers;
  readonly session: Session;
  readonly line: Line;
  readonly snapshot: Snapshot;
  readonly answers: Answers;
  readonly remembered: Remembered;
  readonly csv = new CsvFiles(this);
  readonly outbox: Outbox;
  readonly courier: Courier;
  readonly scheduler: Scheduler;
  readonly protocol: (request: Request) => Promise<Response>;
  #here = new AbortController();
  #syncing: { here: AbortSignal; done: Promise<void> } | null = null;
  #timer: NodeJS.Timeout | null = null;
  #told = '';
  /** Where this build looks for newer ones; tests have none. */
  updates: Updates | null = null;
  readonly #ending = new AbortController();
  /** Told when a server is left, with all that is kept of it. */
  readonly whenLeft = new Set<() => void>();

  private constructor(host: Host, keychain: Keychain, key: Buffer | null, outbox: Outbox) {
    this.host = host;
    this.outbox = outbox;
    this.servers = new Servers(host.folder);
    this.session = new Session(host, keychain, this.servers);
    this.line = new Line({
      host,
      servers: this.servers,
      session: this.session,
      ending: this.#ending.signal,
      changed: () => this.changed(),
      met: async () => {
        await this.courier.run();
        await this.sync();
      },
    });
    const vault = openVault(host.folder, key);
    this.snapshot = new Snapshot(vault);
    this.answers = new Answers(vault);
    this.remembered = new Remembered(vault);
    this.jobs = new Jobs(() => this.changed());
    this.protocol = appProtocol(host.bundle, (call) => callApi(this, call));
    this.courier = new Courier({
      outbox,
      deliverable: ({ server, user }) =>
        server === this.servers.current && user === this.session.email && this.session.token !== null,
      send: (decision) => deliver(this, decision),
      changed: () => this.changed(),
      refusedLater: (decision, message) => explain(this, decision, message),
      sessionEnded: () => this.changed(),
      log: (message, details) => host.log(message, details),
    });
    this.scheduler = new Scheduler({
      clock: host.clock,
      schedule: new Schedule(join(host.folder, 'schedule.json')),
      whose: () => {
        const { current } = this.servers;
        const { email, token } = this.session;
        return current === null || email === null || token === null ? null : { server: current, user: email };
      },
      refresh: () => this.sync(),
      rows: (id, days) => keptReport(this, id, days),
      printPdf: (html) => host.printPdf(html),
      changed: () => this.changed(),
      notify: (title, body) => host.notify(title, body),
      log: (message, details) => host.log(message, details),
    });
  }

  static async open(host: Host): Promise<StaffConsole> {
    const keychain = openKeychain(host.folder, host.safeStorage);
    let key: Buffer | null = null;
    if (keychain.lasting) {
      const kept = keychain.get('data key');
      key = kept ? Buffer.from(kept, 'base64') : randomBytes(32);
      if (!kept) await keychain.set('data key', key.toString('base64'));
    }
    const outbox = await Outbox.open(join(host.folder, 'outbox.log'), key);
    const staffConsole = new StaffConsole(host, keychain, key, outbox);
    await staffConsole.remembered.open();
    await staffConsole.openSnapshot();
    return staffConsole;
  }

  /** Begins to talk to the server; everything before works without one. */
  start(): void {
    if (this.servers.current) void this.line.greet();
    this.scheduler.start();
    this.#timer = setInterval(() => void this.sync(), SYNC_EVERY);
    this.changed();
  }
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.courier.stop();
    this.csv.closeAll();
    this.jobs.cancelAll('export');
    this.#ending.abort();
    await this.scheduler.stop();
    await this.#syncing?.done;
    await this.outbox.close();
  }

  state(): ConsoleState {
    const { servers, session, snapshot, outbox } = this;
    return {
      version: this.host.version,
      system: this.host.system,
      servers: servers.list.map((one) => ({ ...one, waiting: outbox.waiting(one.origin).length })),
      server: servers.current,
      signedIn: session.token !== null,
      ended: session.ended,
      link: this.line.link,
      update: this.line.update,
      newer: this.updates?.newer ?? null,
      outbox: {
        waiting: outbox.waiting().filter(isDue).length,
        held: outbox.waiting().filter((decision) => !isDue(decision)).length,
        conflicts: outbox.refused().map((decision) => ({
          key: decision.key,
          claimId: meaningOf(decision).ids[0] ?? null,
          practice: this.snapshot.claim(meaningOf(decision).ids[0] ?? 0)?.listing.name ?? null,
          wanted: wordsOf(decision),
          decidedAt: decision.at,
          message: decision.message,
        })),
      },
      snapshot: { asOf: snapshot.asOf, pending: this.#pending(), onDisk: snapshot.onDisk },
      jobs: this.jobs.list(),
      schedule: this.scheduler.list(),
    };
  }

  /** Tells the page and the system what is so now, when it is not what they were told before. */
  changed(): void {
    const state = this.state();
    const text = JSON.stringify(state);
    if (text === this.#told) return;
    this.#told = text;
    this.host.tell({ kind: 'state', state });
    this.host.badge(state.snapshot.pending);
    this.host.running(state.jobs);
  }

  async chooseServer(typed: string): Promise<ConsoleState> {
    const url = serverOrigin(typed);
    if (!url.ok) throw new ConsoleError('bad_address', url.message);
    const { needed } = await shakeHands(this.host, url.origin);
    if (needed) throw new ConsoleError('update_needed', updateWords[needed]);
    if (this.servers.current !== null && this.servers.current !== url.origin) {
      // What is on its way to or from one server must not go on at another.
      if (this.jobs.running() > 0)
        throw new ConsoleError(
          'busy',
          'Something is still running here. Let it end or cancel it, then change the server.',
        );
      this.csv.closeAll();
    }
    await this.servers.use(url.origin);
    this.line.fresh();
    this.session.ended = false;
    await this.openSnapshot();
    void this.sync();
    void this.courier.run();
    this.changed();
    return this.state();
  }

  async forgetServer(origin: string, evenWithWaiting: boolean): Promise<ConsoleState> {
    await this.leave(origin, evenWithWaiting);
    await this.servers.forget(origin);
    await this.openSnapshot();
    this.changed();
    return this.state();
  }

  async signOut(evenWithWaiting: boolean): Promise<ConsoleState> {
    if (this.servers.current !== null) await this.leave(this.servers.current, evenWithWaiting);
    this.changed();
    return this.state();
  }

  /** Ends the sign-in there and wipes what was kept of it. Decisions that wait are dropped only when that was said. */
  async leave(origin: string, evenWithWaiting: boolean): Promise<void> {
    const waiting = this.outbox.waiting(origin).length;
    if (waiting > 0 && !evenWithWaiting)
      throw new ConsoleError(
        'waiting',
        `${waiting === 1 ? 'One decision has' : `${waiting} decisions have`} not reached the server yet. Leaving now would drop ${waiting === 1 ? 'it' : 'them'}.`,
      );
    if (origin === this.servers.current) this.#move();
    await this.session.signOut(origin);
    await this.outbox.forget(origin);
    if (origin !== this.servers.current) return;
    await this.snapshot.wipe();
    await this.answers.wipe();
    await this.remembered.wipe();
    this.csv.closeAll();
    this.host.forgetFiles();
    for (const tell of this.whenLeft) tell();
  }

  get stopped(): boolean {
    return this.#ending.signal.aborted;
  }

  /** Where a link to a claim leads: to the list it is in; null when there is no such claim here. */
  async pathOf(claim: number): Promise<string | null> {
    if (!this.snapshot.claim(claim)) await this.sync();
    const found = this.snapshot.claims(null, this.outbox.waiting()).find(({ id }) => id === claim);
    if (!found || found.status === 'withdrawn') return null;
    return `/admin?tab=claims&claim=${claim}${found.status === 'pending' ? '' : `&list=${found.status}`}`;
  }

  async settle(key: string, how: 'drop' | 'again' | 'undo'): Promise<ConsoleState> {
    if (how === 'undo' && !(await this.courier.undo(key)))
      throw new ConsoleError('too_late', 'This has been sent already.');
    if (how === 'drop') await this.outbox.done(key);
    if (how === 'again') await this.outbox.again(key);
    if (how === 'again') await this.courier.run();
    this.changed();
    return this.state();
  }

  /** Fetches what has changed since the last time. */
  sync(): Promise<void> {
    const { here } = this;
    if (this.#syncing?.here !== here) {
      const done = this.#sync(here).finally(() => {
        if (this.#syncing?.here === here) this.#syncing = null;
      });
      this.#syncing = { here, done };
    }
    return this.#syncing.done;
  }

  async #sync(here: AbortSignal): Promise<void> {
    const origin = this.servers.current;
    if (origin === null || this.session.token === null || this.line.update) return;
    try {
      const path = urlOf(syncConsole.path, {}, { cursor: this.snapshot.cursor });
      const answer = await this.background(path);
      if (!answer.ok) return void (await answer.body?.cancel());
      const reply = (await answer.json()) as SyncReply;
      // What one server says is not kept as another's.
      if (here.aborted) return;
      await this.snapshot.take(reply);
      this.changed();
      if (this.outbox.waiting().length > 0) void this.courier.run();
      await keepReports(this);
    } catch (error) {
      if (!(error instanceof Unreachable) && !this.stopped && !here.aborted)
        this.host.log('sync failed', { error: (error as Error).message });
    }
  }

  /** A call to the server in use with the token of the sign-in. */
  request(method: string, path: string, asking: Asking = {}): Promise<Response> {
    return this.line.request(method, path, asking);
  }

  /** Reads something that nobody waits for; it does not outlast the stay at this server. */
  background(path: string): Promise<Response> {
    const signal = AbortSignal.any([this.here, AbortSignal.timeout(BACKGROUND_MS)]);
    return this.request('GET', path, { headers: { 'x-enamel-background': '1' }, signal });
  }

  /** Ends when the server or the person changes: what goes on for the one must not go on for the other. */
  get here(): AbortSignal {
    return this.#here.signal;
  }
  #move(): void {
    this.#here.abort();
    this.#here = new AbortController();
  }

  async openSnapshot(): Promise<void> {
    this.#move();
    const { current } = this.servers;
    if (current === null || this.session.email === null) return this.snapshot.close();
    await this.snapshot.open(current, this.session.email);
    await this.answers.open(`${current} ${this.session.email}`);
  }

  #pending(): number {
    return this.snapshot.claims('pending', this.outbox.waiting(this.servers.current ?? undefined)).length;
  }
}
