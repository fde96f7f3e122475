/** The person's answer after a failure. */
type Choice = 'reload' | 'wait' | 'quit';

export interface RecoveryDependencies {
  now(): number;
  /** Loads the page again at its present address, after a crash or a hang. */
  reload(): void;
  /** Ends the hung page's process, which then counts as a crash. */
  crashPage(): void;
  askAfterCrashes(): Promise<Exclude<Choice, 'wait'>>;
  askWhileHung(): Promise<Exclude<Choice, 'quit'>>;
  quit(): void;
  /** Shows the person a message, once the page is back. */
  sayRecovered(): void;
  record(what: string, details: unknown): void;
}

const CRASHES_BEFORE_ASKING = 3;
const CRASH_WINDOW_MS = 60_000;

/** Brings back a page that crashed or hangs. The page keeps its address; files, drafts, and decisions live elsewhere. */
export class Recovery {
  readonly #dependencies: RecoveryDependencies;
  #crashTimes: number[] = [];
  #isAsking = false;
  #isResponsive = true;
  #mustSayRecovered = false;

  constructor(dependencies: RecoveryDependencies) {
    this.#dependencies = dependencies;
  }

  onPageGone = (details: { reason: string; exitCode: number }): void => {
    if (details.reason === 'clean-exit') return;
    const { now, record } = this.#dependencies;
    record('The page crashed', details);
    this.#crashTimes = [...this.#crashTimes.filter((time) => now() - time < CRASH_WINDOW_MS), now()];
    if (this.#crashTimes.length < CRASHES_BEFORE_ASKING) this.#reload();
    else void this.#askAfterCrashes();
  };

  onUnresponsive = (): void => {
    this.#isResponsive = false;
    this.#dependencies.record('The page stopped responding', {});
    void this.#askWhileHung();
  };
  onResponsive = (): void => void (this.#isResponsive = true);

  onLoaded = (): void => {
    this.#isResponsive = true;
    if (this.#mustSayRecovered) this.#dependencies.sayRecovered();
    this.#mustSayRecovered = false;
  };

  #reload(): void {
    this.#mustSayRecovered = true;
    this.#dependencies.reload();
  }

  async #askAfterCrashes(): Promise<void> {
    const choice = await this.#dependencies.askAfterCrashes();
    this.#crashTimes = [];
    if (choice === 'quit') this.#dependencies.quit();
    else this.#reload();
  }

  async #askWhileHung(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const choice = await this.#dependencies.askWhileHung();
    this.#isAsking = false;
    // The page may have come back while the question was open.
    if (choice === 'reload' && !this.#isResponsive) this.#dependencies.crashPage();
  }
}
