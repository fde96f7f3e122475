import { mayCall } from '../policy/permissions.ts';
import { type Answer, type Args, calls, ConsoleError, type Result } from './calls.ts';
import type { CallName } from './channels.ts';

export interface Sender {
  url: string;
  isMainFrame: boolean;
  isOurWindow: boolean;
}
export type Handlers = { [N in CallName]: (...args: Args<N>) => Promise<Result<N>> | Result<N> };

/** Largest message a call may carry. What is longer has no business on the bridge. */
const LONGEST = 2_500_000;

/** Answers one call: who asks, with what, and then what comes of it. Nothing that is thrown leaves in its own words. */
export async function answerCall<N extends CallName>(
  handlers: Handlers,
  name: N,
  sender: Sender | null,
  given: unknown[],
  log: (message: string, details: object) => void,
): Promise<Answer<Result<N>>> {
  if (!mayCall(sender)) {
    log('a call was refused', { call: name });
    return { ok: false, error: { code: 'refused', message: 'This call is not for you.' } };
  }
  const args = tooLong(given) ? null : calls[name].args.safeParse(given);
  if (!args?.success) {
    log('a call had bad arguments', { call: name });
    return {
      ok: false,
      error: { code: 'bad_arguments', message: 'The console asked for something that is not there.' },
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

function tooLong(given: unknown[]): boolean {
  try {
    return JSON.stringify(given).length > LONGEST;
  } catch {
    return true;
  }
}
