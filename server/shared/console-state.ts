// The state and the events that the console's main process sends to its page. Neither side may import the other.
import type { ReportId } from './insights/reports.ts';

/** A decision that the server refused. */
interface Conflict {
  key: string;
  claimId: number | null;
  practice: string | null;
  /** A description such as “Approve claim 7”. */
  wanted: string;
  decidedAt: string;
  message: string;
}
export interface Job {
  id: string;
  kind: 'export' | 'import' | 'check' | 'update';
  name: string;
  /** The handle of the uploaded file, because names are not unique. */
  file: string | null;
  done: number;
  total: number | null;
  state: 'running' | 'done' | 'failed' | 'cancelled';
  message: string | null;
}
export type ReportDays = 7 | 30 | 90;
export type ReportFormat = 'pdf' | 'csv' | 'xlsx';
/** When a report is due, in local time. A weekday of null means every day. */
export interface ReportTime {
  weekday: number | null;
  /** Such as “08:00.” */
  time: string;
}
export interface ScheduledReport {
  key: string;
  id: ReportId;
  days: ReportDays;
  when: ReportTime;
  formats: Exclude<ReportFormat, 'xlsx'>[];
  folder: string;
  next: string;
  last: { at: string; ok: boolean; message: string } | null;
}
/** A folder of this computer whose files are imported. */
export interface WatchedFolderState {
  key: string;
  folder: string;
  mode: 'preview' | 'apply';
  /** Null to send files as they arrive. */
  when: ReportTime | null;
  next: string | null;
  /** Files that are in the queue, or wait for a person. */
  waiting: number;
  /** Files that are no lists of practices, and stay as they are. */
  others: number;
  problem: string | null;
}
export interface ConsoleSettings {
  startsAtLogin: boolean;
  staysInTray: boolean;
  /** Keys open the search from any program. */
  hasPaletteShortcut: boolean;
}
export interface ConsoleState {
  version: string;
  /** The name of the current server's site, the address of its logo, and its color; empty for the drawn logo and the default colors. */
  brand: string;
  logo: string;
  accent: string;
  system: 'mac' | 'windows' | 'linux';
  /** `waiting` counts the unsent decisions for each server. */
  servers: { origin: string; email: string | null; waiting: number }[];
  server: string | null;
  signedIn: boolean;
  /** The server ended the session while the person was working. */
  ended: boolean;
  link: 'online' | 'offline';
  /** Why the server is out of reach, such as its certificate; null if it just doesn't answer. */
  problem: string | null;
  /** A proxy that waits for its login. */
  proxy: { host: string; port: number; wasRefused: boolean } | null;
  update: { needed: 'console' | 'server'; message: string } | null;
  /** A newer console that can be downloaded. */
  newer: { version: string; notes: string | null; how: 'offered' | 'fetching' | 'ready' } | null;
  /** `waiting` counts decisions that are due, `held` those that can still be undone, `locked` those without their key. */
  outbox: { waiting: number; held: number; locked: number; conflicts: Conflict[] };
  snapshot: { asOf: string | null; pending: number; onDisk: boolean };
  /** When the list of what is due was last downloaded. */
  homeAt: string | null;
  /** When figures of reports were last downloaded, which is after the rest of a sync. */
  reportsAt: string | null;
  jobs: Job[];
  schedule: ScheduledReport[];
  folders: WatchedFolderState[];
  settings: ConsoleSettings;
}

/** A file that the person chose, identified by a handle. The page never sees its path. */
export interface OpenFile {
  file: string;
  name: string;
  size: number;
  /** The modification time in milliseconds. The page treats a changed file as a new one. */
  changedAt: number;
}
export interface CsvProblem {
  line: number;
  column: number;
  header: string;
  value: string;
  why: string;
}
export interface CsvState {
  file: string;
  name: string;
  size: number;
  /** The number of bytes read so far. */
  read: number;
  encoding: string;
  delimiter: string;
  note: string | null;
  headerLine: number;
  columns: { header: string; field: string | null; how: string }[];
  fields: { name: string; label: string }[];
  source: string | null;
  /** Set for a file of the national provider registry, which only the server opens. */
  registry: { kind: 'providers' | 'deactivations'; asOf: string | null } | null;
  rows: number;
  badRows: number;
  problemRows: number;
  state: 'reading' | 'read' | 'failed';
  message: string | null;
}
export interface CsvRow {
  line: number;
  cells: string[];
}
export type ConsoleEvent =
  | { kind: 'csv'; state: CsvState }
  | { kind: 'go'; to: string }
  | { kind: 'say'; title: string; message: string }
  | { kind: 'files'; files: OpenFile[] }
  | { kind: 'command'; name: 'import' | 'palette' | 'back' | 'forward' | 'update' | 'logout' };
