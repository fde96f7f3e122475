import { isDue, type Decision } from '../../offline/decision.ts';
import { readInboxChange } from '../../offline/inbox.ts';
import type { Outbox } from '../../offline/outbox.ts';
import { UnreachableError } from '../connection/server-requests.ts';

const decisionCalls = [
  { method: 'PATCH', path: /^\/api\/admin\/claim-requests\/\d+$/ },
  { method: 'POST', path: /^\/api\/admin\/claim-requests\/\d+\/(ask|reverse)$/ },
  { method: 'POST', path: /^\/api\/admin\/claim-requests\/bulk$/ },
];
/** True for calls that decide on claims or change inbox items. They go through the outbox, so that each is carried out exactly once. */
export const isDecision = (method: string, path: string): boolean =>
  decisionCalls.some((call) => call.method === method && call.path.test(path)) ||
  readInboxChange({ method, path }) !== null;

type Delivery = { state: 'answered'; response: Response } | { state: 'waiting' };

interface CourierDependencies {
  outbox: Outbox;
  /** True if the decision's author is signed in at its server. */
  canSend(decision: Decision): boolean;
  /** Throws UnreachableError if the outcome is unknown. */
  send(decision: Decision): Promise<Response>;
  /** Called when the server has carried out a decision, before it leaves the outbox. */
  onCarriedOut(decision: Decision): Promise<void>;
  onChange(): void;
  /** Writes the message of a refusal that arrives after the page stopped waiting. */
  explainRefusal(decision: Decision, message: string): Promise<string>;
  log(message: string, details: object): void;
}

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 30_000;

/** Sends decisions in order, one at a time, and retries each until the server answers. */
export class Courier {
  readonly #dependencies: CourierDependencies;
  /** Submitted decisions whose caller still waits for the server's answer. */
  readonly #callers = new Map<string, (delivery: Delivery) => void>();
  #sendingAll: Promise<void> | null = null;
  #retryTimer: NodeJS.Timeout | null = null;
  #holdTimer: NodeJS.Timeout | null = null;
  /** Decisions that may have reached the server. They stay in this state even if the clock is set back into their hold. */
  readonly #triedKeys = new Set<string>();
  readonly #undoingKeys = new Set<string>();
  #retryDelay = FIRST_RETRY_MS;
  #stopped = false;
  #runAgain = false;

  constructor(dependencies: CourierDependencies) {
    this.#dependencies = dependencies;
  }

  /** Saves a decision, then tries to send it. Resolves with the server's answer, or at once if it has to wait. */
  async submit(decision: Omit<Decision, 'key'>): Promise<Delivery> {
    const savedDecision = await this.#dependencies.outbox.add(decision);
    this.#dependencies.onChange();
    return new Promise((resolve) => {
      this.#callers.set(savedDecision.key, resolve);
      if (this.#retryTimer || !isDue(savedDecision) || !this.#dependencies.canSend(savedDecision))
        this.#answerCaller(savedDecision.key, { state: 'waiting' });
      else void this.run();
      this.#scheduleHeld();
    });
  }

  /** Undoes all decisions of an action; false if any of them is due or already being sent. */
  async undo(action: string): Promise<boolean> {
    const { outbox, onChange } = this.#dependencies;
    const decisions = outbox.waiting().filter((decision) => decision.action === action);
    if (decisions.length === 0) return false;
    if (decisions.some((decision) => isDue(decision) || this.#triedKeys.has(decision.key))) return false;
    const keys = decisions.map(({ key }) => key);
    // Blocks sending until the outbox has removed them, because they may become due before that.
    for (const key of keys) this.#undoingKeys.add(key);
    try {
      await outbox.done(...keys);
    } finally {
      for (const key of keys) this.#undoingKeys.delete(key);
      onChange();
    }
    return true;
  }

  /** Sends everything that is due, without waiting for the next retry. */
  run(): Promise<void> {
    if (this.#retryTimer) clearTimeout(this.#retryTimer);
    this.#retryTimer = null;
    if (this.#sendingAll) this.#runAgain = true;
    this.#sendingAll ??= this.#sendAllDue().finally(() => {
      this.#sendingAll = null;
      // A decision may have arrived after the last check for due ones.
      if (this.#runAgain && !this.#retryTimer && !this.#stopped) void this.run();
      this.#runAgain = false;
    });
    return this.#sendingAll;
  }

  /** Tries to send every decision once, also those that could still be undone, because the console is about to quit. */
  async sendBeforeQuit(): Promise<void> {
    const { outbox, log } = this.#dependencies;
    // Their answers may get lost, so they can't be undone after this. On a full disk they wait for the next start.
    await outbox.endHolds().catch((error: unknown) => log('holds could not be ended', { error: String(error) }));
    await this.#sendingAll;
    await this.run();
  }

  /** Resolves when the outcome of a request in progress is recorded. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of [this.#retryTimer, this.#holdTimer]) if (timer) clearTimeout(timer);
    this.#releaseCallers();
    await this.#sendingAll;
  }

  async #sendAllDue(): Promise<void> {
    const { outbox, canSend, send, log } = this.#dependencies;
    for (;;) {
      const next = outbox
        .waiting()
        .find((decision) => isDue(decision) && !this.#undoingKeys.has(decision.key) && canSend(decision));
      if (!next || this.#stopped) {
        this.#scheduleHeld();
        return this.#releaseCallers();
      }
      try {
        this.#triedKeys.add(next.key);
        const response = await send(next);
        // The session has ended, so waiting callers are released.
        if (response.status === 401) return this.#releaseCallers();
        if (response.status === 429 || response.status >= 500)
          throw new UnreachableError('busy', 'The server is busy.');
        await this.#recordOutcome(next, response);
        this.#retryDelay = FIRST_RETRY_MS;
      } catch (error) {
        // A full disk is retried like a lost connection. The decision's key keeps the server from repeating it.
        if (!(error instanceof UnreachableError)) log('a decision waits', { error: (error as Error).message });
        this.#scheduleRetry();
        return this.#releaseCallers();
      }
    }
  }

  /** Runs again when the next held decision becomes due. */
  #scheduleHeld(): void {
    if (this.#holdTimer) clearTimeout(this.#holdTimer);
    this.#holdTimer = null;
    const heldDecisions = this.#dependencies.outbox.waiting().filter((decision) => !isDue(decision));
    if (heldDecisions.length === 0 || this.#stopped) return;
    const firstDue = Math.min(...heldDecisions.map(({ notBefore }) => Date.parse(notBefore!)));
    this.#holdTimer = setTimeout(() => {
      this.#dependencies.onChange();
      this.#scheduleHeld();
      if (!this.#retryTimer) void this.run();
    }, firstDue - Date.now());
  }

  async #recordOutcome(decision: Decision, response: Response): Promise<void> {
    const { outbox, explainRefusal, onCarriedOut, onChange } = this.#dependencies;
    // The whole body must arrive before the decision leaves the outbox.
    const text = await response.text().catch(() => {
      throw new UnreachableError('offline', 'The answer was cut off.');
    });
    const hasCaller = this.#callers.has(decision.key);
    if (response.ok) await onCarriedOut(decision);
    if (response.ok || hasCaller) await outbox.done(decision.key);
    else await outbox.refuse(decision.key, await explainRefusal(decision, readMessage(text)));
    this.#answerCaller(decision.key, { state: 'answered', response: new Response(text, response) });
    onChange();
  }

  #scheduleRetry(): void {
    if (this.#stopped || this.#retryTimer) return;
    this.#retryTimer = setTimeout(() => void this.run(), this.#retryDelay);
    this.#retryDelay = Math.min(LONGEST_RETRY_MS, this.#retryDelay * 2);
  }
  #answerCaller(key: string, delivery: Delivery): void {
    this.#callers.get(key)?.(delivery);
    this.#callers.delete(key);
  }
  #releaseCallers(): void {
    for (const key of Array.from(this.#callers.keys())) this.#answerCaller(key, { state: 'waiting' });
    this.#dependencies.onChange();
  }
}

function readMessage(text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    if (typeof message === 'string') return message;
  } catch {
    // The answer is not JSON, so it has no message.
  }
  return 'The server refused this.';
}
