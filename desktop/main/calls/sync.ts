import { syncConsole, type SyncReply } from '#contract/desktop.ts';
import { staffHome } from '#contract/home/staff-home.ts';
import { urlOf } from '#shared/url.ts';
import type { ConsoleContext } from '../console-context.ts';
import { cacheReports } from '../reports/cached-reports.ts';
import { describeChanges, describeNewItems } from '../connection/sync-notices.ts';
import { approveFromNotice } from './decision-calls.ts';
import { keepInbox } from './inbox-calls.ts';
import { keepDocuments } from './keep-documents.ts';
import { UnreachableError } from '../connection/server-requests.ts';

/** Updates the snapshot and the cached reports. Calls during a running sync share its result. */
export class Sync {
  readonly #context: ConsoleContext;
  #running: { stay: AbortSignal; done: Promise<void> } | null = null;

  constructor(context: ConsoleContext) {
    this.#context = context;
  }

  get done(): Promise<void> | undefined {
    return this.#running?.done;
  }

  run(): Promise<void> {
    const { stay } = this.#context;
    if (this.#running?.stay !== stay) {
      const done = this.#fetchChanges(stay).finally(() => {
        if (this.#running?.stay === stay) this.#running = null;
      });
      this.#running = { stay, done };
    }
    return this.#running.done;
  }

  /** Syncs once more after a running sync, which may have read its claims before now. */
  async runAgain(): Promise<void> {
    await this.done;
    await this.run();
  }

  async #fetchChanges(stay: AbortSignal): Promise<void> {
    const { connection, courier, host, inbox, outbox, servers, session, snapshot } = this.#context;
    if (servers.current === null || session.token === null || connection.update) return;
    try {
      const path = urlOf(syncConsole.path, {}, { cursor: snapshot.cursor });
      const response = await this.#context.requestInBackground(path);
      if (!response.ok) return void (await response.body?.cancel());
      const reply = (await response.json()) as SyncReply;
      // A late reply belongs to the previous server or person.
      if (stay.aborted) return;
      const before = { ids: new Set(snapshot.claims(null, []).map(({ id }) => id)), asOf: snapshot.asOf };
      await snapshot.applySync(reply);
      await this.#keepHome();
      this.#context.publishState();
      const pending = snapshot.claims('pending', outbox.waiting());
      for (const { title, body, to, approves } of describeChanges(before, pending, reply.asOf))
        host.notifyUnlessFocused(title, body, to, approves === undefined ? approves : approveFromNotice(this.#context, approves)); // prettier-ignore
      if (outbox.waiting().length > 0) void courier.run();
      await cacheReports(this.#context);
      this.#context.publishState();
      const itemsBefore = inbox.asOf === null ? null : inbox.details();
      await keepInbox(this.#context);
      for (const { title, body, to } of describeNewItems(itemsBefore, inbox.details()))
        host.notifyUnlessFocused(title, body, to);
      await keepDocuments(this.#context);
    } catch (error) {
      if (!(error instanceof UnreachableError) && !this.#context.stopped && !stay.aborted)
        host.log('sync failed', { error: (error as Error).message });
    }
  }

  /** Keeps what is due, so that a start without a connection shows it with its age. */
  async #keepHome(): Promise<void> {
    const response = await this.#context.requestInBackground(staffHome.path);
    const text = await response.text();
    if (response.ok) await this.#context.answers.put(staffHome.path, text, new Date().toISOString());
  }
}
