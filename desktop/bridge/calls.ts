import { z } from 'zod';
import type { CallName } from './channels.ts';
import {
  folderModeSchema,
  reportDaysSchema,
  reportFormatSchema,
  reportIdSchema,
  scheduledFormatsSchema,
  settingsSchema,
  whenSchema,
  type ConsoleState,
  type CsvAnswer,
  type OpenFile,
  type Saved,
} from './shapes.ts';

/** The page refers to files and jobs by handle, never by path. */
const handle = z.string().regex(/^[\da-f]{16}$/);
const text = (max: number) => z.string().max(max);
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);
const mapping = z.record(text(500), text(60).nullable());
const page = { file: handle, from: z.int().min(0), count: z.int().min(1).max(500) };

/** The arguments of each call, which main parses. */
export const calls = {
  state: z.tuple([]),
  server: z.tuple([
    z.discriminatedUnion('do', [
      z.strictObject({ do: z.literal('choose'), url: text(2_048) }),
      z.strictObject({ do: z.literal('forget'), url: text(2_048), evenWithWaiting: z.boolean() }),
    ]),
  ]),
  files: z.tuple([z.strictObject({ do: z.enum(['choose', 'recent']) })]),
  take: z.tuple([z.array(text(4_096)).min(1).max(50)]),
  csv: z.tuple([
    z.discriminatedUnion('do', [
      z.strictObject({ do: z.literal('open'), file: handle }),
      z.strictObject({ do: z.literal('map'), file: handle, mapping }),
      z.strictObject({ do: z.literal('rows'), ...page }),
      z.strictObject({ do: z.literal('problems'), ...page }),
      z.strictObject({ do: z.literal('send'), file: handle, dryRun: z.boolean() }),
      z.strictObject({ do: z.literal('workbench'), file: handle }),
      z.strictObject({ do: z.literal('close'), file: handle }),
    ]),
  ]),
  save: z.tuple([
    z.union([
      z.strictObject({ url: text(2_048), name: text(200) }),
      z.strictObject({ name: text(200), text: z.string().max(2_000_000) }),
      // Streamed saves: begin, send parts, end. `cancel` stops one like any other job.
      z.strictObject({ name: text(200), begin: z.literal(true) }),
      z.strictObject({ to: handle, part: z.string().max(2_000_000) }),
      z.strictObject({ to: handle, end: z.literal(true) }),
    ]),
  ]),
  cancel: z.tuple([handle]),
  reveal: z.tuple([handle]),
  settle: z.tuple([
    z.union([
      z.strictObject({ key: z.uuid(), how: z.enum(['drop', 'again', 'undo']) }),
      z.strictObject({ locked: z.enum(['restart', 'discard']) }),
    ]),
  ]),
  report: z.tuple([
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
  update: z.tuple([z.enum(['check', 'fetch', 'restart'])]),
  openOutside: z.tuple([text(2_048)]),
  theme: z.tuple([z.enum(['system', 'light', 'dark'])]),
  settings: z.tuple([settingsSchema.partial()]),
  /** Folders whose files are imported. Main asks for a folder with a system dialog. */
  folder: z.tuple([
    z.discriminatedUnion('do', [
      z.strictObject({ do: z.literal('watch'), mode: folderModeSchema, when: whenSchema.nullable() }),
      z.strictObject({ do: z.literal('forget'), key: handle }),
    ]),
  ]),
  /** The login for a proxy, or null to stay offline. */
  proxy: z.tuple([z.strictObject({ user: text(500), password: text(500) }).nullable()]),
  menu: z.tuple([]),
  /** Ends a request of the page. Electron doesn’t tell the main process that the page aborted one. */
  abort: z.tuple([z.uuid()]),
} satisfies Record<CallName, z.ZodTuple>;

interface Results extends Record<CallName, unknown> {
  state: ConsoleState;
  server: ConsoleState;
  files: OpenFile[];
  take: OpenFile[];
  csv: CsvAnswer;
  save: Saved;
  cancel: boolean;
  reveal: boolean;
  settle: ConsoleState;
  report: Saved | ConsoleState;
  update: ConsoleState;
  openOutside: boolean;
  theme: boolean;
  settings: ConsoleState;
  folder: ConsoleState;
  proxy: boolean;
  menu: boolean;
  abort: boolean;
}
export type Args<N extends CallName> = z.output<(typeof calls)[N]>;
export type Result<N extends CallName> = Results[N];

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
