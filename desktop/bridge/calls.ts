import { z } from 'zod';
import type { CallName } from './channels.ts';
import { folderModeSchema } from './folder-shapes.ts';
import {
  reportDaysSchema,
  reportFormatSchema,
  scheduledFormatsSchema,
  reportIdSchema,
  whenSchema,
} from './report-shapes.ts';
import {
  csvOpenedSchema,
  csvProblemsSchema,
  csvRowsSchema,
  csvSentSchema,
  csvStateSchema,
  consoleStateSchema,
  fileSchema,
  savedSchema,
  settingsSchema,
} from './shapes.ts';

/** The page refers to files and jobs by handle, never by path. */
const handle = z.string().regex(/^[\da-f]{16}$/);
const text = (max: number) => z.string().max(max);
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);
const mapping = z.record(text(500), text(60).nullable());

/** The arguments and the result of each call. Main parses the arguments; the page relies on the result types. */
export const calls = {
  state: { args: z.tuple([]), result: consoleStateSchema },
  server: {
    args: z.tuple([
      z.discriminatedUnion('do', [
        z.strictObject({ do: z.literal('choose'), url: text(2_048) }),
        z.strictObject({ do: z.literal('forget'), url: text(2_048), evenWithWaiting: z.boolean() }),
      ]),
    ]),
    result: consoleStateSchema,
  },
  files: {
    args: z.tuple([
      z.discriminatedUnion('do', [
        z.strictObject({ do: z.literal('choose') }),
        z.strictObject({ do: z.literal('recent') }),
      ]),
    ]),
    result: z.array(fileSchema),
  },
  take: { args: z.tuple([z.array(text(4_096)).min(1).max(50)]), result: z.array(fileSchema) },
  csv: {
    args: z.tuple([
      z.discriminatedUnion('do', [
        z.strictObject({ do: z.literal('open'), file: handle }),
        z.strictObject({ do: z.literal('map'), file: handle, mapping }),
        z.strictObject({ do: z.literal('rows'), file: handle, from: z.int().min(0), count: z.int().min(1).max(500) }),
        z.strictObject({
          do: z.literal('problems'),
          file: handle,
          from: z.int().min(0),
          count: z.int().min(1).max(500),
        }),
        z.strictObject({ do: z.literal('send'), file: handle, dryRun: z.boolean() }),
        z.strictObject({ do: z.literal('workbench'), file: handle }),
        z.strictObject({ do: z.literal('close'), file: handle }),
      ]),
    ]),
    result: z.union([csvStateSchema, csvRowsSchema, csvProblemsSchema, csvSentSchema, csvOpenedSchema, z.null()]),
  },
  save: {
    args: z.tuple([
      z.union([
        z.strictObject({ url: text(2_048), name: text(200) }),
        z.strictObject({ name: text(200), text: z.string().max(2_000_000) }),
        // Streamed saves: begin, send parts, end. `cancel` stops one like any other job.
        z.strictObject({ name: text(200), begin: z.literal(true) }),
        z.strictObject({ to: handle, part: z.string().max(2_000_000) }),
        z.strictObject({ to: handle, end: z.literal(true) }),
      ]),
    ]),
    result: savedSchema,
  },
  cancel: { args: z.tuple([handle]), result: z.boolean() },
  reveal: { args: z.tuple([handle]), result: z.boolean() },
  settle: {
    args: z.tuple([
      z.union([
        z.strictObject({ key: z.uuid(), how: z.enum(['drop', 'again', 'undo']) }),
        z.strictObject({ locked: z.enum(['restart', 'discard']) }),
      ]),
    ]),
    result: consoleStateSchema,
  },
  report: {
    args: z.tuple([
      z.discriminatedUnion('do', [
        z.strictObject({ do: reportFormatSchema, id: reportIdSchema, from: day, to: day }),
        z.strictObject({ do: z.literal('png'), name: text(150), data: z.base64().max(2_000_000) }),
        z.strictObject({ do: z.literal('sync') }),
        // Scheduled reports. Main asks for the folder with a system dialog.
        z.strictObject({
          do: z.literal('plan'),
          id: reportIdSchema,
          days: reportDaysSchema,
          when: whenSchema,
          formats: scheduledFormatsSchema,
        }),
        z.strictObject({ do: z.literal('unplan'), key: handle }),
      ]),
    ]),
    result: z.union([savedSchema, consoleStateSchema]),
  },
  update: { args: z.tuple([z.enum(['check', 'fetch', 'restart'])]), result: consoleStateSchema },
  openOutside: { args: z.tuple([text(2_048)]), result: z.boolean() },
  theme: { args: z.tuple([z.enum(['system', 'light', 'dark'])]), result: z.boolean() },
  /** Ends a request of the page. Electron doesn’t tell the main process that the page aborted one. */
  settings: { args: z.tuple([settingsSchema.partial()]), result: consoleStateSchema },
  /** Folders whose files are imported. Main asks for a folder with a system dialog. */
  folder: {
    args: z.tuple([
      z.discriminatedUnion('do', [
        z.strictObject({ do: z.literal('watch'), mode: folderModeSchema, when: whenSchema.nullable() }),
        z.strictObject({ do: z.literal('forget'), key: handle }),
      ]),
    ]),
    result: consoleStateSchema,
  },
  /** The login for a proxy, or null to stay offline. */
  proxy: {
    args: z.tuple([z.strictObject({ user: text(500), password: text(500) }).nullable()]),
    result: z.boolean(),
  },
  abort: { args: z.tuple([z.uuid()]), result: z.boolean() },
  menu: { args: z.tuple([]), result: z.boolean() },
} satisfies Record<CallName, { args: z.ZodTuple; result: z.ZodType }>;

type Calls = typeof calls;
export type Args<N extends CallName> = z.output<Calls[N]['args']>;
export type Result<N extends CallName> = z.output<Calls[N]['result']>;

type ErrorCode =
  | 'refused'
  | 'bad_arguments'
  | 'bad_address'
  | 'not_our_server'
  | 'update_needed'
  | 'offline'
  | 'proxy_login'
  | 'waiting'
  | 'busy'
  | 'too_late'
  | 'no_such_file'
  | 'bad_name'
  | 'not_readable'
  | 'failed';
export type Answer<T> = { ok: true; value: T } | { ok: false; error: { code: ErrorCode; message: string } };

/** An error whose message is shown to the person. Every other error reaches the page as `failed`, without its message. */
export class ConsoleError extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
