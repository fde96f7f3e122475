import type { ReportId } from '#contract/reports.ts';

/** What only the staff console has: a machine of its own, with files, a keychain and work that goes on without a network. */
export interface Conflict {
  key: string;
  claimId: number | null;
  practice: string | null;
  /** What the person wanted, in words. */
  wanted: string;
  decidedAt: string;
  message: string;
}
export interface Job {
  id: string;
  kind: 'export' | 'import' | 'check' | 'update';
  name: string;
  /** The file that is being sent; there may be others of its name. */
  file: string | null;
  done: number;
  total: number | null;
  state: 'running' | 'done' | 'failed' | 'cancelled';
  message: string | null;
}
export type ReportDays = 7 | 30 | 90;
export interface ScheduledReport {
  key: string;
  id: ReportId;
  days: ReportDays;
  folder: string;
  next: string;
  last: { at: string; ok: boolean; message: string } | null;
}
export interface ConsoleState {
  version: string;
  system: 'mac' | 'windows' | 'linux';
  /** With how many decisions wait for each. */
  servers: { origin: string; email: string | null; waiting: number }[];
  server: string | null;
  signedIn: boolean;
  /** The session ended while somebody was at work. */
  ended: boolean;
  link: 'online' | 'offline';
  update: { needed: 'console' | 'server'; message: string } | null;
  /** A newer console that can be downloaded. */
  newer: { version: string; url: string; how: 'offered' | 'fetching' | 'ready' | 'elsewhere' } | null;
  /** What waits for the server, and what waits only until it cannot be undone any more. */
  outbox: { waiting: number; held: number; conflicts: Conflict[] };
  snapshot: { asOf: string | null; pending: number; onDisk: boolean };
  jobs: Job[];
  schedule: ScheduledReport[];
}

/** A file somebody chose. Where it lies is the host's business. */
export interface OpenFile {
  file: string;
  name: string;
  size: number;
  /** When it was written last, in milliseconds: a file that was written since is another one. */
  changedAt: number;
}
export interface CsvProblem {
  line: number;
  column: number;
  header: string;
  value: string;
  /** Null where nothing is wrong any more. */
  why: string | null;
}
export interface CsvState {
  file: string;
  name: string;
  size: number;
  /** Bytes read so far. */
  read: number;
  encoding: string;
  delimiter: string;
  note: string | null;
  headerLine: number;
  columns: { header: string; field: string | null; how: string }[];
  fields: { name: string; label: string }[];
  source: string | null;
  rows: number;
  badRows: number;
  /** Rows with something wrong or mended in them. */
  problemRows: number;
  fixes: number;
  state: 'reading' | 'read' | 'failed';
  message: string | null;
}
export interface CsvRow {
  line: number;
  cells: string[];
}
export interface DailyFigure {
  day: string;
  measure: string;
  key: string;
  n: number;
}

export interface KeptRows {
  generatedAt: string;
  period: { from: string; to: string };
  previous: { from: string; to: string };
  rows: DailyFigure[];
  previousRows: DailyFigure[];
}

export type ConsoleEvent =
  | { kind: 'csv'; state: CsvState }
  | { kind: 'go'; to: string }
  | { kind: 'say'; title: string; message: string }
  | { kind: 'files'; files: OpenFile[] }
  | { kind: 'command'; name: 'import' | 'palette' | 'update' };

export interface StaffConsole {
  state(): ConsoleState;
  watch(changed: () => void): () => void;
  listen(heard: (event: ConsoleEvent) => void): () => void;
  chooseServer(url: string): Promise<void>;
  forgetServer(origin: string, evenWithWaiting: boolean): Promise<void>;
  /** Whether nothing would be lost by signing out; where something would, once a person has said so. */
  mayLeave(): Promise<boolean>;
  /** Whether somebody has to say so now. */
  asking(): boolean;
  answerLeaving(leave: boolean): void;
  chooseFiles(): Promise<OpenFile[]>;
  dropFiles(files: File[]): Promise<OpenFile[]>;
  /** Files that were opened here before, newest first, as far as they are still there. */
  recentFiles(): Promise<OpenFile[]>;
  openCsv(file: string): Promise<CsvState>;
  mapCsv(file: string, mapping: Record<string, string | null>): Promise<CsvState>;
  csvRows(file: string, from: number, count: number): Promise<CsvRow[]>;
  /** What is wrong, and what was mended, in so many of those rows. */
  csvProblems(file: string, from: number, count: number): Promise<CsvProblem[]>;
  fixCsv(file: string, line: number, column: number, value: string): Promise<CsvState>;
  /** Sends the file and answers the number of its import. */
  sendCsv(file: string, dryRun: boolean): Promise<number>;
  closeCsv(file: string): Promise<void>;
  cancelJob(id: string): Promise<boolean>;
  reveal(file: string): Promise<void>;
  settle(key: string, how: 'drop' | 'again'): Promise<void>;
  /** Takes back a decision whose time to be undone is not over; false when it is. */
  undoDecision(key: string): Promise<boolean>;
  sync(): Promise<void>;
  /** The counted days behind a report, as the console keeps them. */
  reportRows(id: ReportId, days: ReportDays): Promise<KeptRows>;
  /** Made from what is kept, and written where a person says. */
  saveReport(how: 'pdf' | 'csv', id: ReportId, days: ReportDays): Promise<boolean>;
  savePng(name: string, base64: string): Promise<boolean>;
  /** Every Monday at eight into a folder a person says; nothing happens when they say none. */
  addSchedule(id: ReportId, days: ReportDays): Promise<void>;
  dropSchedule(key: string): Promise<void>;
  /** Looks for a newer console, fetches it, or ends this one and installs it. */
  update(what: 'check' | 'fetch' | 'restart'): Promise<void>;
}

/** The host said no. The message is for people. */
export class ConsoleRefusal extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
