import type { StaffConsole } from './console.ts';
import { isLocal } from './jobs.ts';
import { formatProgress } from './shell/tray.ts';

export interface QuitQuestion {
  message: string;
  detail: string;
  quit: string;
}
interface QuitDependencies {
  /** Null before the console has started. */
  findConsole(): Pick<StaffConsole, 'courier' | 'jobs' | 'outbox' | 'stop'> | null;
  /** Resolves with true if the person wants to quit. */
  confirm(question: QuitQuestion): Promise<boolean>;
  quit(): void;
  /** Ends the process without further events. */
  exit(): void;
  /** Shows the window again, because the person stays. */
  stay(): void;
  log(message: string, details?: object): void;
}

interface CancelableEvent {
  preventDefault(): void;
}

const SEND_TIMEOUT_MS = 8_000;
const STOP_TIMEOUT_MS = 10_000;

/** Quits in order: names what is running, sends decisions, says which ones remain, then closes the console's files. */
export class QuitGuard {
  readonly #dependencies: QuitDependencies;
  readonly #finalTasks = new Set<Promise<unknown>>();
  #asking: Promise<boolean> | null = null;
  #mayQuit = false;
  #stopped = false;

  constructor(dependencies: QuitDependencies) {
    this.#dependencies = dependencies;
  }

  /** True once nothing holds the console back, so that windows close instead of hiding. */
  get isQuitting(): boolean {
    return this.#mayQuit;
  }

  /** Makes the end wait for a task, such as saving the window's position. */
  waitFor(task: Promise<unknown>): void {
    const settled = task.catch(() => {}).finally(() => this.#finalTasks.delete(settled));
    this.#finalTasks.add(settled);
  }

  onBeforeQuit = (event: CancelableEvent): void => {
    if (this.#mayQuit) return;
    event.preventDefault();
    void this.askToQuit().then((mayQuit) => mayQuit && this.#dependencies.quit());
  };

  onWillQuit = (event: CancelableEvent): void => {
    if (this.#stopped) return;
    event.preventDefault();
    void this.#stop().finally(() => this.#dependencies.exit());
  };

  /** The system shuts down and waits for no answer. Decisions that can't be sent in time stay on disk. */
  quitNow(): void {
    this.#mayQuit = true;
    const courier = this.#dependencies.findConsole()?.courier;
    void withTimeout(courier?.sendBeforeQuit(), SEND_TIMEOUT_MS).finally(() => this.#dependencies.quit());
  }

  /** Resolves with true if the console may quit. Also asked before an update restarts it. */
  askToQuit(): Promise<boolean> {
    this.#asking ??= this.#ask()
      .catch((error: unknown) => {
        // A fault of this check must not trap the person in the app.
        this.#dependencies.log('asking before quitting failed', { error: String(error) });
        return true;
      })
      .then((mayQuit) => {
        this.#asking = null;
        this.#mayQuit = mayQuit;
        if (!mayQuit) this.#dependencies.stay();
        return mayQuit;
      });
    return this.#asking;
  }

  async #ask(): Promise<boolean> {
    const { findConsole, confirm } = this.#dependencies;
    const staffConsole = findConsole();
    if (!staffConsole) return true;
    const jobsQuestion = describeRunningJobs(staffConsole.jobs);
    if (jobsQuestion && !(await confirm(jobsQuestion))) return false;
    await withTimeout(staffConsole.courier.sendBeforeQuit(), SEND_TIMEOUT_MS);
    const decisionsQuestion = describeUnsent(staffConsole.outbox);
    return decisionsQuestion === null || (await confirm(decisionsQuestion));
  }

  async #stop(): Promise<void> {
    await withTimeout(this.#dependencies.findConsole()?.stop(), STOP_TIMEOUT_MS).catch((error: unknown) =>
      this.#dependencies.log('stopping failed', { error: String(error) }),
    );
    await withTimeout(Promise.all(this.#finalTasks), STOP_TIMEOUT_MS);
    this.#stopped = true;
  }
}

async function withTimeout(task: Promise<unknown> | undefined, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([task, timeout]).finally(() => clearTimeout(timer));
}

function describeRunningJobs(jobs: StaffConsole['jobs']): QuitQuestion | null {
  const runningJobs = jobs.list().filter((job) => job.state === 'running' && isLocal(job));
  if (runningJobs.length === 0) return null;
  return {
    message: runningJobs.length === 1 ? 'The console is still working' : `${runningJobs.length} jobs are still running`,
    detail: `${runningJobs.map((job) => `${job.name}: ${formatProgress(job)}`).join('\n')}\n\nQuitting cancels ${runningJobs.length === 1 ? 'it' : 'them'}.`,
    quit: 'Quit anyway',
  };
}

function describeUnsent(outbox: StaffConsole['outbox']): QuitQuestion | null {
  const unsent = outbox.waiting().length;
  const lost = unsent + outbox.refused().length;
  if (!outbox.isPersistent && lost > 0)
    return {
      message: lost === 1 ? 'Quit and lose one decision?' : `Quit and lose ${lost} decisions?`,
      detail: `${lost === 1 ? 'It hasn’t' : 'They haven’t'} reached the server, and this computer has no secure key storage to save ${lost === 1 ? 'it' : 'them'} in.`,
      quit: lost === 1 ? 'Quit and lose it' : 'Quit and lose them',
    };
  if (unsent === 0) return null;
  return {
    message: unsent === 1 ? 'One decision hasn’t reached the server' : `${unsent} decisions haven’t reached the server`,
    detail: `${unsent === 1 ? 'It’s' : 'They’re'} saved on this computer. The console will send ${unsent === 1 ? 'it' : 'them'} the next time it opens.`,
    quit: 'Quit',
  };
}
