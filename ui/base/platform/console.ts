import type { ReportId } from '#shared/insights/reports.ts';

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

/** The desktop console as the page sees it: its files, its offline copy, and work that continues offline. */
export interface StaffConsole {
  state(): ConsoleState;
  watch(onChange: () => void): () => void;
  listen(onEvent: (event: ConsoleEvent) => void): () => void;
  chooseServer(url: string): Promise<void>;
  removeServer(origin: string, discardUnsent: boolean): Promise<void>;
  /** Resolves with true if a logout loses no decisions, or once the person has agreed to discard them. */
  confirmLogout(): Promise<boolean>;
  /** True while `confirmLogout` waits for an answer. */
  isConfirmingLogout(): boolean;
  answerLogout(discard: boolean): void;
  /** Logs in to the proxy, or stays offline with null. */
  answerProxy(credentials: { user: string; password: string } | null): Promise<void>;
  chooseFiles(): Promise<OpenFile[]>;
  dropFiles(files: File[]): Promise<OpenFile[]>;
  /** The recently opened files that still exist, newest first. */
  recentFiles(): Promise<OpenFile[]>;
  openCsv(file: string): Promise<CsvState>;
  mapCsv(file: string, mapping: Record<string, string | null>): Promise<CsvState>;
  csvRows(file: string, from: number, count: number): Promise<CsvRow[]>;
  /** The problems in a page of the rows that have any. */
  csvProblems(file: string, from: number, count: number): Promise<CsvProblem[]>;
  /** Uploads the file and returns the id of its import. */
  sendCsv(file: string, dryRun: boolean): Promise<number>;
  /** Opens the file in the workbench, which reads it on this computer, and returns its id there. */
  openInWorkbench(file: string): Promise<number>;
  closeCsv(file: string): Promise<void>;
  cancelJob(id: string): Promise<boolean>;
  reveal(file: string): Promise<void>;
  /** Discards a refused decision, or sends it again. */
  settle(key: string, how: 'drop' | 'again'): Promise<void>;
  /** Undoes an action; false if it is too late. */
  undoDecision(key: string): Promise<boolean>;
  /** Starts the console again, because the system is asked for the keychain once per start. */
  restart(): Promise<void>;
  discardLocked(): Promise<void>;
  sync(): Promise<void>;
  /** Builds a report from what is kept, and saves it to a file that the person picks. */
  saveReport(format: ReportFormat, id: ReportId, period: { from: string; to: string }): Promise<boolean>;
  savePng(name: string, base64: string): Promise<boolean>;
  /** Asks for a folder and saves the report there whenever it is due. */
  addSchedule(plan: Pick<ScheduledReport, 'id' | 'days' | 'when' | 'formats'>): Promise<void>;
  removeSchedule(key: string): Promise<void>;
  /** Asks for a folder, and imports the lists that arrive in it. */
  watchFolder(settings: Pick<WatchedFolderState, 'mode' | 'when'>): Promise<void>;
  forgetFolder(key: string): Promise<void>;
  changeSettings(changes: Partial<ConsoleSettings>): Promise<void>;
  /** Shows the menus of the window where the system has no menu bar for them. */
  showMenu(): Promise<void>;
  /** Checks for an update, downloads it, or restarts to install it. */
  update(step: 'check' | 'fetch' | 'restart'): Promise<void>;
}

/** An error of the main process, with a message for the person. */
export class ConsoleRefusal extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
