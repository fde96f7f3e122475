import { z } from 'zod';
import type { CallName } from './channels.ts';
import {
  csvProblemsSchema,
  csvRowsSchema,
  csvSentSchema,
  csvStateSchema,
  consoleStateSchema,
  fileSchema,
  reportSchema,
  savedSchema,
} from './shapes.ts';

/** Files and jobs are known to the page by these, never by a path. */
const handle = z.string().regex(/^[\da-f]{16}$/);
const line = (max: number) => z.string().max(max);
const reportId = z.enum(['user-activity', 'search-analytics']);
const days = z.union([z.literal(7), z.literal(30), z.literal(90)]);
const mapping = z.record(line(500), line(60).nullable());

/** What each call takes and answers. Arguments are parsed before anything happens; results carry their type to the page. */
export const calls = {
  state: { args: z.tuple([]), result: consoleStateSchema },
  server: {
    args: z.tuple([
      z.discriminatedUnion('do', [
        z.strictObject({ do: z.literal('choose'), url: line(2_048) }),
        z.strictObject({ do: z.literal('forget'), url: line(2_048), evenWithWaiting: z.boolean() }),
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
  take: { args: z.tuple([z.array(line(4_096)).min(1).max(50)]), result: z.array(fileSchema) },
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
        z.strictObject({
          do: z.literal('fix'),
          file: handle,
          line: z.int().min(1),
          column: z.int().min(0).max(2_000),
          value: line(20_000),
        }),
        z.strictObject({ do: z.literal('send'), file: handle, dryRun: z.boolean() }),
        z.strictObject({ do: z.literal('close'), file: handle }),
      ]),
    ]),
    result: z.union([csvStateSchema, csvRowsSchema, csvProblemsSchema, csvSentSchema, z.null()]),
  },
  save: {
    args: z.tuple([
      z.union([
        z.strictObject({ url: line(2_048), name: line(200) }),
        z.strictObject({ name: line(200), text: z.string().max(2_000_000) }),
        // What is made while it is saved: begun, added to, ended. It is stopped as every job is.
        z.strictObject({ name: line(200), begin: z.literal(true) }),
        z.strictObject({ to: handle, part: z.string().max(2_000_000) }),
        z.strictObject({ to: handle, end: z.literal(true) }),
      ]),
    ]),
    result: savedSchema,
  },
  cancel: { args: z.tuple([handle]), result: z.boolean() },
  reveal: { args: z.tuple([handle]), result: z.boolean() },
  settle: {
    args: z.tuple([z.strictObject({ key: z.uuid(), how: z.enum(['drop', 'again', 'undo']) })]),
    result: consoleStateSchema,
  },
  report: {
    args: z.tuple([
      z.discriminatedUnion('do', [
        z.strictObject({
          do: z.literal('rows'),
          id: reportId,
          days,
        }),
        z.strictObject({ do: z.literal('pdf'), id: reportId, days }),
        z.strictObject({ do: z.literal('csv'), id: reportId, days }),
        z.strictObject({ do: z.literal('png'), name: line(150), data: z.base64().max(2_000_000) }),
        z.strictObject({ do: z.literal('sync') }),
        // Every Monday; the folder is asked for by the system's own dialog, and nothing happens when none is said.
        z.strictObject({ do: z.literal('plan'), id: reportId, days }),
        z.strictObject({ do: z.literal('unplan'), key: handle }),
      ]),
    ]),
    result: z.union([reportSchema, savedSchema, consoleStateSchema]),
  },
  update: { args: z.tuple([z.enum(['check', 'fetch', 'restart'])]), result: consoleStateSchema },
  openOutside: { args: z.tuple([line(2_048)]), result: z.boolean() },
} satisfies Record<CallName, { args: z.ZodTuple; result: z.ZodType }>;

export type Calls = typeof calls;
export type Args<N extends CallName> = z.output<Calls[N]['args']>;
export type Result<N extends CallName> = z.output<Calls[N]['result']>;

export type ErrorCode =
  | 'refused'
  | 'bad_arguments'
  | 'bad_address'
  | 'not_our_server'
  | 'update_needed'
  | 'offline'
  | 'waiting'
  | 'busy'
  | 'too_late'
  | 'no_such_file'
  | 'bad_name'
  | 'not_readable'
  | 'failed';
export type Answer<T> = { ok: true; value: T } | { ok: false; error: { code: ErrorCode; message: string } };

/** A refusal with a code and a sentence; anything else that is thrown becomes `failed` without its words. */
export class ConsoleError extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
