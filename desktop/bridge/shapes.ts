import { z } from 'zod';
import { watchedFolderSchema } from './folder-shapes.ts';
import { scheduledSchema } from './report-shapes.ts';

export type { ScheduledReport } from './report-shapes.ts';

const conflictSchema = z.object({
  key: z.string(),
  claimId: z.int().nullable(),
  practice: z.string().nullable(),
  wanted: z.string(),
  decidedAt: z.string(),
  message: z.string(),
});
const jobSchema = z.object({
  id: z.string(),
  kind: z.enum(['export', 'import', 'check', 'update']),
  name: z.string(),
  /** The handle of the uploaded file, because names are not unique. */
  file: z.string().nullable(),
  done: z.number(),
  total: z.number().nullable(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  message: z.string().nullable(),
});

export const settingsSchema = z.strictObject({
  /** The console starts in the tray when the person logs in to the computer. */
  startsAtLogin: z.boolean(),
  /** Closing the window keeps the console running, so that it syncs, notifies, and saves reports. */
  staysInTray: z.boolean(),
  /** Keys open the console's search from any program. */
  hasPaletteShortcut: z.boolean(),
});
export const PALETTE_SHORTCUT = 'CommandOrControl+Shift+Space';
export type Settings = z.output<typeof settingsSchema>;

/** The state of the console that the page renders. It contains no tokens and no paths. */
export const consoleStateSchema = z.object({
  version: z.string(),
  /** The name of the current server's site, the address of its logo, and its color; empty for the drawn logo and the default colors. */
  brand: z.string(),
  logo: z.string(),
  accent: z.string(),
  system: z.enum(['mac', 'windows', 'linux']),
  /** `waiting` counts the unsent decisions for each server. */
  servers: z.array(z.object({ origin: z.string(), email: z.string().nullable(), waiting: z.int() })),
  server: z.string().nullable(),
  signedIn: z.boolean(),
  /** The server ended the session while the person was working. */
  ended: z.boolean(),
  link: z.enum(['online', 'offline']),
  /** Why the server is out of reach, such as its certificate; null if it just doesn't answer. */
  problem: z.string().nullable(),
  /** A proxy that waits for its login. */
  proxy: z.object({ host: z.string(), port: z.int(), wasRefused: z.boolean() }).nullable(),
  update: z.object({ needed: z.enum(['console', 'server']), message: z.string() }).nullable(),
  /** A newer console that can be downloaded. */
  newer: z
    .object({
      version: z.string(),
      /** Plain text. */
      notes: z.string().nullable(),
      how: z.enum(['offered', 'fetching', 'ready']),
    })
    .nullable(),
  outbox: z.object({ waiting: z.int(), held: z.int(), locked: z.int(), conflicts: z.array(conflictSchema) }),
  snapshot: z.object({ asOf: z.string().nullable(), pending: z.int(), onDisk: z.boolean() }),
  homeAt: z.string().nullable(),
  reportsAt: z.string().nullable(),
  jobs: z.array(jobSchema),
  schedule: z.array(scheduledSchema),
  folders: z.array(watchedFolderSchema),
  settings: settingsSchema,
});
export type ConsoleState = z.output<typeof consoleStateSchema>;
export type Job = z.output<typeof jobSchema>;

export const fileSchema = z.object({ file: z.string(), name: z.string(), size: z.number(), changedAt: z.number() });
export type OpenFile = z.output<typeof fileSchema>;
export const savedSchema = z.object({ job: z.string().nullable(), saved: z.boolean(), name: z.string() });

const problem = z.object({
  line: z.int(),
  column: z.int(),
  header: z.string(),
  value: z.string(),
  why: z.string(),
});
export const csvProblemsSchema = z.object({ kind: z.literal('problems'), from: z.int(), problems: z.array(problem) });
export type CsvProblems = z.output<typeof csvProblemsSchema>;
export const csvStateSchema = z.object({
  kind: z.literal('state'),
  file: z.string(),
  name: z.string(),
  size: z.number(),
  read: z.number(),
  encoding: z.string(),
  delimiter: z.string(),
  note: z.string().nullable(),
  headerLine: z.int(),
  columns: z.array(z.object({ header: z.string(), field: z.string().nullable(), how: z.string() })),
  fields: z.array(z.object({ name: z.string(), label: z.string() })),
  source: z.string().nullable(),
  /** Set for a file of the national provider registry, which only the server opens. */
  registry: z.object({ kind: z.enum(['providers', 'deactivations']), asOf: z.string().nullable() }).nullable(),
  rows: z.int(),
  badRows: z.int(),
  problemRows: z.int(),
  state: z.enum(['reading', 'read', 'failed']),
  message: z.string().nullable(),
});
export type CsvState = z.output<typeof csvStateSchema>;
export const csvRowsSchema = z.object({
  kind: z.literal('rows'),
  from: z.int(),
  rows: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })),
});

/** A file that the workbench has now. */
export const csvOpenedSchema = z.object({ kind: z.literal('opened'), file: z.string(), id: z.int() });
export const csvSentSchema = z.object({ kind: z.literal('sent'), file: z.string(), run: z.int() });

/** Events from the main process to the page. */
export type ConsoleEvent =
  | { kind: 'state'; state: ConsoleState }
  | { kind: 'csv'; state: CsvState }
  | { kind: 'go'; to: string }
  | { kind: 'say'; title: string; message: string }
  | { kind: 'files'; files: z.output<typeof fileSchema>[] }
  | { kind: 'command'; name: 'import' | 'palette' | 'back' | 'forward' | 'update' | 'logout' };
