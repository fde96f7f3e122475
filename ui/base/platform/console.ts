import type { ReportId } from '#shared/insights/reports.ts';
import type {
  ConsoleEvent,
  ConsoleSettings,
  ConsoleState,
  CsvProblem,
  CsvRow,
  CsvState,
  OpenFile,
  ReportFormat,
  ScheduledReport,
  WatchedFolderState,
} from '#shared/console-state.ts';

export type {
  ConsoleEvent,
  ConsoleState,
  CsvProblem,
  CsvRow,
  CsvState,
  Job,
  OpenFile,
  ReportDays,
  ReportFormat,
  ReportTime,
  ScheduledReport,
  WatchedFolderState,
} from '#shared/console-state.ts';

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
