import { isDue, type Decision, type Outbox } from '../../offline/outbox.ts';
import { Unreachable } from '../connection/connection.ts';

const paths = [
  { method: 'PATCH', path: /^\/api\/admin\/claim-requests\/\d+$/ },
  { method: 'POST', path: /^\/api\/admin\/claim-requests\/\d+\/(ask|reverse)$/ },
  { method: 'POST', path: /^\/api\/admin\/claim-requests\/bulk$/ },
];
/** The calls that decide on claims. They go by way of the outbox, so that none is lost and none is done twice. */
export const isDecision = (method: string, path: string): boolean =>
  paths.some((known) => known.method === method && known.path.test(path));

export type Delivered = { state: 'answered'; answer: Response } | { state: 'waiting' };

export interface Delivery {
  outbox: Outbox;
  /** Whether it can be sent now: by the person who took it, to the server it is for. */
  deliverable(decision: Decision): boolean;
  /** Sends one decision; throws Unreachable when nothing is known about what became of it. */
  send(decision: Decision): Promise<Response>;
  changed(): void;
  /** What a refusal that nobody is waiting for should say. */
  refusedLater(decision: Decision, message: string): Promise<string>;
  sessionEnded(): void;
  log(message: string, details: object): void;
}

const LONGEST_WAIT = 30_000;

/** Brings decisions to the server in the order they were taken, one at a time, again and again until it has answered. */
export class Courier {
  readonly #to: Delivery;
  readonly #asked = new Map<string, (delivered: Delivered) => void>();
  #walking: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #alarm: NodeJS.Timeout | null = null;
  #sending: string | null = null;
  /** Being taken back just now. */
  readonly #undoing = new Set<string>();
  #wait = 500;
  #stopped = false;
  #onceMore = false;

  constructor(to: Delivery) {
    this.#to = to;
  }

  /** Keeps a decision, then tries. Resolves with the server's answer, or with the word that it waits. */
  async take(decision: Omit<Decision, 'key'>): Promise<Delivered> {
    const kept = await this.#to.outbox.add(decision);
    this.#to.changed();
    return new Promise((done) => {
      this.#asked.set(kept.key, done);
      if (this.#timer || !isDue(kept) || !this.#to.deliverable(kept)) this.#settle(kept.key, { state: 'waiting' });
      else void this.run();
      this.#wake();
    });
  }

  /** Takes back what can still be undone; false once any of it is on its way. */
  async undo(action: string): Promise<boolean> {
    const box = this.#to.outbox;
    const found = box.waiting().filter((decision) => decision.action === action);
    if (found.length === 0 || found.some((decision) => isDue(decision) || decision.key === this.#sending)) return false;
    const keys = found.map(({ key }) => key);
    // All of it or nothing: none goes out while the others are crossed off.
    for (const key of keys) this.#undoing.add(key);
    try {
      await box.done(...keys);
    } finally {
      for (const key of keys) this.#undoing.delete(key);
      this.#to.changed();
    }
    return true;
  }

  /** Goes now, whatever the clock says. */
  run(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#walking) this.#onceMore = true;
    this.#walking ??= this.#walk().finally(() => {
      this.#walking = null;
      // Something came in while the last round was ending.
      if (this.#onceMore && !this.#timer && !this.#stopped) void this.run();
      this.#onceMore = false;
    });
    return this.#walking;
  }

  stop(): void {
    this.#stopped = true;
    for (const timer of [this.#timer, this.#alarm]) if (timer) clearTimeout(timer);
    this.#allWait();
  }

  async #walk(): Promise<void> {
    for (;;) {
      const box = this.#to.outbox;
      const next = box
        .waiting()
        .find((decision) => isDue(decision) && !this.#undoing.has(decision.key) && this.#to.deliverable(decision));
      if (!next || this.#stopped) {
        this.#wake();
        return this.#allWait();
      }
      try {
        this.#sending = next.key;
        const answer = await this.#to.send(next);
        if (answer.status === 401) {
          this.#to.sessionEnded();
          return this.#allWait();
        }
        if (answer.status === 429 || answer.status >= 500) throw new Unreachable('busy', 'The server is busy.');
        await this.#conclude(box, next, answer);
        this.#wait = 500;
      } catch (error) {
        // A disk that cannot take the outcome is waited for like a server that cannot be reached: by its key the decision
        // is not done twice.
        if (!(error instanceof Unreachable)) this.#to.log('a decision waits', { error: (error as Error).message });
        this.#later();
        return this.#allWait();
      } finally {
        this.#sending = null;
      }
    }
  }

  /** Goes again, and says so, each time one of those that can still be undone cannot be any more. */
  #wake(): void {
    if (this.#alarm) clearTimeout(this.#alarm);
    this.#alarm = null;
    const held = this.#to.outbox.waiting().filter((decision) => !isDue(decision));
    if (held.length === 0 || this.#stopped) return;
    const first = Math.min(...held.map(({ notBefore }) => Date.parse(notBefore!)));
    this.#alarm = setTimeout(() => {
      this.#to.changed();
      this.#wake();
      if (!this.#timer) void this.run();
    }, first - Date.now());
  }

  async #conclude(box: Outbox, decision: Decision, answer: Response): Promise<void> {
    // Read before it is crossed off: an answer that breaks off has not arrived.
    const text = await answer.text().catch(() => {
      throw new Unreachable('offline', 'The answer broke off.');
    });
    const asked = this.#asked.has(decision.key);
    if (answer.ok || asked) await box.done(decision.key);
    else await box.refuse(decision.key, await this.#to.refusedLater(decision, sentence(text)));
    this.#settle(decision.key, { state: 'answered', answer: new Response(text, answer) });
    this.#to.changed();
  }

  #later(): void {
    if (this.#stopped || this.#timer) return;
    this.#timer = setTimeout(() => void this.run(), this.#wait);
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
  }
  #settle(key: string, delivered: Delivered): void {
    this.#asked.get(key)?.(delivered);
    this.#asked.delete(key);
  }
  #allWait(): void {
    for (const key of Array.from(this.#asked.keys())) this.#settle(key, { state: 'waiting' });
    this.#to.changed();
  }
}

function sentence(text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    if (typeof message === 'string') return message;
  } catch {
    // Not an answer of ours; say it in general words.
  }
  return 'The server refused this.';
}
