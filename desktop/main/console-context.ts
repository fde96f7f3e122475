import type { Answers } from '../offline/answers.ts';
import type { Documents } from '../offline/documents.ts';
import type { Inbox } from '../offline/inbox.ts';
import type { Outbox } from '../offline/outbox.ts';
import type { Snapshot } from '../offline/snapshot.ts';
import type { ConnectionMonitor, RequestOptions } from './connection/connection-monitor.ts';
import type { Servers } from './connection/servers.ts';
import type { Session } from './connection/session.ts';
import type { Courier } from './decisions/courier.ts';
import type { Handles } from './files/handles.ts';
import type { RecentFiles } from './files/recent-files.ts';
import type { Host } from './host.ts';
import type { Jobs } from './jobs.ts';

/** The stores and calls that modules of the main process share. Each module picks the members it uses. */
export interface ConsoleContext {
  readonly host: Host;
  readonly handles: Handles;
  readonly jobs: Jobs;
  readonly servers: Servers;
  readonly session: Session;
  readonly connection: ConnectionMonitor;
  readonly snapshot: Snapshot;
  readonly answers: Answers;
  readonly documents: Documents;
  readonly inbox: Inbox;
  readonly recentFiles: RecentFiles;
  readonly outbox: Outbox;
  readonly courier: Courier;
  /** Aborts when the server or the person changes, so that no work continues for the next one. */
  readonly stay: AbortSignal;
  /** True once the console is shutting down. */
  readonly stopped: boolean;
  /** Calls the current server with the session's token. */
  request(method: string, path: string, options?: RequestOptions): Promise<Response>;
  /** Reads data that no person is waiting for. Has a timeout, and aborts with `stay`. */
  requestInBackground(path: string): Promise<Response>;
  openSnapshot(): Promise<void>;
  sync(): Promise<void>;
  /** Syncs from now on, even if an earlier sync is still running. */
  syncAgain(): Promise<void>;
  signOut(discardUnsent: boolean): Promise<unknown>;
  /** Sends the state to the page and the system if it changed. */
  publishState(): void;
}
