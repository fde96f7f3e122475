import { join } from 'node:path';
import { ConsoleError } from '../bridge/calls.ts';
import type { ConsoleState } from '../bridge/shapes.ts';
import { Answers } from '../offline/answers.ts';
import { Documents } from '../offline/documents.ts';
import { Inbox } from '../offline/inbox.ts';
import { Outbox } from '../offline/outbox.ts';
import { Snapshot } from '../offline/snapshot.ts';
import { openVault } from '../offline/vault.ts';
import { serverOrigin } from '../policy/urls.ts';
import { callApi } from './calls/api-calls.ts';
import { ConnectionMonitor, type RequestOptions } from './connection/connection-monitor.ts';
import { updateMessages } from './connection/server-requests.ts';
import { ProxyLogin, shakeHandsThroughProxy } from './connection/proxy-login.ts';
import { Servers } from './connection/servers.ts';
import { Session } from './connection/session.ts';
import { Sync } from './calls/sync.ts';
import type { ConsoleContext } from './console-context.ts';
import { buildConsoleState } from './console-state.ts';
import { Courier } from './decisions/courier.ts';
import { explainRefusal, keepInSnapshot, maySend, sendDecision } from './calls/decision-calls.ts';
import { CsvFiles } from './transfers/csv-files.ts';
import { LocalFiles } from './transfers/local-files.ts';
import { Handles } from './files/handles.ts';
import { removeLeftovers } from './files/leftovers.ts';
import { RecentFiles } from './files/recent-files.ts';
import type { Host } from './host.ts';
import { Jobs } from './jobs.ts';
import { Scheduler } from './reports/scheduler.ts';
import { FolderWatch } from './watch/folder-watch.ts';
import { appProtocol } from './shell/app-protocol.ts';
import { KeyRing } from './shell/key-ring.ts';
import { Keychain } from './shell/keychain.ts';
import { PageRequests } from './shell/page-requests.ts';
import { logChange } from './shell/state-log.ts';
import { ConsoleSettings } from './settings.ts';
import type { Updates } from './updates/updates.ts';

const SYNC_INTERVAL_MS = 60_000;
const BACKGROUND_TIMEOUT_MS = 30_000;

/** The main process without Electron: owns the console's stores and connects its modules. */
export class StaffConsole implements ConsoleContext {
  readonly host: Host;
  readonly handles = new Handles();
  readonly jobs: Jobs;
  readonly servers: Servers;
  readonly session: Session;
  readonly connection: ConnectionMonitor;
  readonly proxyLogin: ProxyLogin;
  readonly snapshot: Snapshot;
  readonly answers: Answers;
  readonly documents: Documents;
  readonly inbox: Inbox;
  readonly recentFiles: RecentFiles;
  readonly csvFiles: CsvFiles;
  readonly localFiles: LocalFiles;
  readonly outbox: Outbox;
  readonly courier: Courier;
  readonly scheduler: Scheduler;
  readonly folderWatch: FolderWatch;
  readonly settings: ConsoleSettings;
  readonly requests = new PageRequests();
  readonly protocol: (request: Request) => Promise<Response>;
  /** Null in tests and in builds without an update feed. */
  updates: Updates | null = null;
  /** Called after the person leaves a server and its data is wiped. */
  readonly leaveListeners = new Set<() => void>();
  readonly #keys: KeyRing;
  readonly #sync: Sync;
  readonly #stopping = new AbortController();
  #stay = new AbortController();
  #syncTimer: NodeJS.Timeout | null = null;
  #publishedState = '';

  private constructor(host: Host, keychain: Keychain, keys: KeyRing, outbox: Outbox) {
    this.host = host;
    this.#keys = keys;
    this.outbox = outbox;
    this.servers = new Servers(host.folder);
    this.session = new Session(host, keychain, this.servers);
    this.proxyLogin = new ProxyLogin(host, () => this.publishState());
    this.connection = new ConnectionMonitor({
      host,
      servers: this.servers,
      session: this.session,
      logInToProxy: (url) => this.proxyLogin.run(url),
      stopping: this.#stopping.signal,
      onChange: () => this.publishState(),
      onConnected: async () => {
        await this.courier.run();
        await this.sync();
      },
    });
    const vault = openVault(host.folder, keys);
    this.snapshot = new Snapshot(vault);
    this.answers = new Answers(vault);
    this.documents = new Documents(host.folder, keys);
    this.inbox = new Inbox(vault);
    this.recentFiles = new RecentFiles(vault, (paths) => host.showRecentFiles(paths));
    this.localFiles = new LocalFiles(this, vault);
    this.settings = new ConsoleSettings(host.folder, host);
    this.jobs = new Jobs(() => this.publishState());
    this.protocol = appProtocol(host.bundle, this.requests, (call) => callApi(this, call));
    this.courier = new Courier({
      outbox,
      canSend: (decision) => maySend(this, decision),
      send: (decision) => sendDecision(this, decision),
      onCarriedOut: (decision) => keepInSnapshot(this, decision),
      onChange: () => this.publishState(),
      explainRefusal: (decision, message) => explainRefusal(this, decision, message),
      log: (message, details) => host.log(message, details),
    });
    this.csvFiles = new CsvFiles(this);
    this.#sync = new Sync(this);
    this.scheduler = new Scheduler(this);
    this.folderWatch = new FolderWatch(this);
  }

  static async open(host: Host): Promise<StaffConsole> {
    const keychain = await Keychain.open(host.folder, host.safeStorage, host.system);
    const keys = new KeyRing(keychain);
    await keys.open();
    const outbox = await Outbox.open(join(host.folder, 'outbox.log'), keys);
    const staffConsole = new StaffConsole(host, keychain, keys, outbox);
    await removeLeftovers(host.folder);
    if (keys.all.length > 0 && keys.current === null) await staffConsole.#removeExposed();
    await staffConsole.recentFiles.open();
    await staffConsole.localFiles.open();
    await staffConsole.openSnapshot();
    return staffConsole;
  }

  /** Removes the copies that an earlier version encrypted with a public key. Decisions stay until the server has them. */
  async #removeExposed(): Promise<void> {
    await this.#wipe();
    await this.#keys.removeExposed(this.outbox.waiting().length + this.outbox.refused().length > 0);
  }

  async #wipe(): Promise<void> {
    const { snapshot, answers, inbox, documents, recentFiles, localFiles } = this;
    for (const store of [snapshot, answers, inbox, documents, recentFiles, localFiles]) await store.wipe();
  }

  /** Starts to talk to the server. */
  start(): void {
    if (this.servers.current) void this.connection.connect();
    this.scheduler.start();
    this.folderWatch.start();
    this.#syncTimer = setInterval(() => void this.sync(), SYNC_INTERVAL_MS);
    this.publishState();
  }
  /** Resolves once all writes have ended and partial files are deleted. */
  async stop(): Promise<void> {
    if (this.#syncTimer) clearInterval(this.#syncTimer);
    const sending = this.courier.stop();
    const stoppingJobs = this.jobs.stop();
    this.csvFiles.closeAll();
    this.localFiles.closeAll();
    this.#stopping.abort();
    await sending;
    await stoppingJobs;
    await this.scheduler.stop();
    await this.folderWatch.stop();
    await this.#sync.done;
    await this.outbox.close();
  }
  get stopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  state(): ConsoleState {
    return buildConsoleState(this);
  }

  publishState(): void {
    const state = this.state();
    const json = JSON.stringify(state);
    if (json === this.#publishedState) return;
    logChange((...entry) => this.host.log(...entry), this.#publishedState, state);
    this.#publishedState = json;
    this.host.sendEvent({ kind: 'state', state });
    this.host.setBadge(state.snapshot.pending);
    this.host.showRunningJobs(state.jobs, state.brand);
  }

  async chooseServer(typedAddress: string): Promise<ConsoleState> {
    const address = serverOrigin(typedAddress);
    if (!address.ok) throw new ConsoleError('bad_address', address.message);
    const { needed, look } = await shakeHandsThroughProxy(this.host, this.proxyLogin, address.origin);
    if (needed) throw new ConsoleError('update_needed', updateMessages[needed]);
    if (this.servers.current !== null && this.servers.current !== address.origin) {
      if (this.jobs.countRunning() > 0)
        throw new ConsoleError(
          'busy',
          'Something is still running here. Wait for it to finish or cancel it, then switch servers.',
        );
      this.csvFiles.closeAll();
    }
    await this.servers.use(address.origin, look);
    this.connection.reset();
    this.session.ended = false;
    await this.openSnapshot();
    void this.sync();
    void this.courier.run();
    this.publishState();
    return this.state();
  }

  async removeServer(origin: string, discardUnsent: boolean): Promise<ConsoleState> {
    await this.#leaveServer(origin, discardUnsent);
    await this.servers.remove(origin);
    await this.openSnapshot();
    this.publishState();
    return this.state();
  }

  async signOut(discardUnsent: boolean): Promise<ConsoleState> {
    if (this.servers.current !== null) await this.#leaveServer(this.servers.current, discardUnsent);
    this.publishState();
    return this.state();
  }

  /** Signs out of a server and wipes its data. Fails if it would lose unsent decisions, unless `discardUnsent` is set. */
  async #leaveServer(origin: string, discardUnsent: boolean): Promise<void> {
    const unsent = this.outbox.waiting(origin).length;
    if (unsent > 0 && !discardUnsent)
      throw new ConsoleError(
        'waiting',
        `${unsent === 1 ? 'One decision hasn’t' : `${unsent} decisions haven’t`} reached the server yet. Leaving now would discard ${unsent === 1 ? 'it' : 'them'}.`,
      );
    if (origin === this.servers.current) this.#endStay();
    await this.session.signOut(origin);
    await this.outbox.forget(origin);
    if (origin !== this.servers.current) return;
    await this.#wipe();
    this.csvFiles.closeAll();
    this.host.clearRecentFiles();
    for (const onLeave of this.leaveListeners) onLeave();
  }

  /** Resolves a refused decision (`drop`, `again`), or undoes an action that is not sent yet. */
  async settleDecision(key: string, how: 'drop' | 'again' | 'undo'): Promise<ConsoleState> {
    if (how === 'undo' && !(await this.courier.undo(key)))
      throw new ConsoleError('too_late', 'This decision has already been sent.');
    if (how === 'drop') await this.outbox.done(key);
    if (how === 'again') {
      await this.outbox.again(key);
      await this.courier.run();
    }
    this.publishState();
    return this.state();
  }

  /** After sleep or a locked screen, the network may have changed. */
  async resume(): Promise<void> {
    await this.connection.connect();
    void this.scheduler.writeDueReports();
  }

  sync(): Promise<void> {
    return this.#sync.run();
  }
  syncAgain(): Promise<void> {
    return this.#sync.runAgain();
  }

  request(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
    return this.connection.request(method, path, options);
  }

  requestInBackground(path: string): Promise<Response> {
    const signal = AbortSignal.any([this.stay, AbortSignal.timeout(BACKGROUND_TIMEOUT_MS)]);
    return this.request('GET', path, { headers: { 'x-enamel-background': '1' }, signal });
  }

  get stay(): AbortSignal {
    return this.#stay.signal;
  }
  #endStay(): void {
    this.#stay.abort();
    this.#stay = new AbortController();
  }

  async openSnapshot(): Promise<void> {
    this.#endStay();
    const { current } = this.servers;
    if (current === null || this.session.email === null) {
      this.documents.close();
      this.inbox.close();
      return this.snapshot.close();
    }
    await this.snapshot.open(current, this.session.email);
    const owner = `${current} ${this.session.email}`;
    await this.answers.open(owner);
    await this.documents.open(owner);
    await this.inbox.open(owner);
  }
}
