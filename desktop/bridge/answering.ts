import { mayCall } from '../policy/permissions.ts';
import { type Answer, type Args, calls, ConsoleError, type Result } from './calls.ts';
import type { CallName } from './channels.ts';

export interface Sender {
  url: string;
  isMainFrame: boolean;
  isOurWindow: boolean;
}
export type Handlers = { [N in CallName]: (...args: Args<N>) => Promise<Result<N>> | Result<N> };

const MAX_ARGUMENT_CHARS = 2_500_000;

/** Checks the sender and the arguments of a call, then runs its handler. Hides the messages of unexpected errors. */
export async function answerCall<N extends CallName>(
  handlers: Handlers,
  name: N,
  sender: Sender | null,
  rawArgs: unknown[],
  log: (message: string, details: object) => void,
): Promise<Answer<Result<N>>> {
  if (!mayCall(sender)) {
    log('a call was refused', { call: name });
    return { ok: false, error: { code: 'refused', message: 'Only the console’s own page may make this call.' } };
  }
  const args = isTooLong(rawArgs) ? null : calls[name].safeParse(rawArgs);
  if (!args?.success) {
    log('a call had bad arguments', { call: name });
    return {
      ok: false,
      error: { code: 'bad_arguments', message: 'The page made an invalid request.' },
    };
  }
  try {
    const handler = handlers[name] as (...args: unknown[]) => Promise<Result<N>>;
    return { ok: true, value: await handler(...(args.data as unknown[])) };
  } catch (error) {
    if (error instanceof ConsoleError) return { ok: false, error: { code: error.code, message: error.message } };
    log('a call failed', { call: name, error: error instanceof Error ? error.message : 'unknown' });
    return {
      ok: false,
      error: { code: 'failed', message: 'Something went wrong on this computer. Please try again.' },
    };
  }
}

function isTooLong(rawArgs: unknown[]): boolean {
  try {
    return JSON.stringify(rawArgs).length > MAX_ARGUMENT_CHARS;
  } catch {
    return true;
  }
}
