import type { ClaimDossier } from '#contract/claims.ts';
import type { SyncReply } from '#contract/desktop.ts';
import type { Decision } from './outbox.ts';
import type { Vault } from './vault.ts';

interface Held {
  server: string;
  user: string;
  cursor: string | null;
  asOf: string | null;
  claims: ClaimDossier[];
}
const nothing = (server: string, user: string): Held => ({
  server,
  user,
  cursor: null,
  asOf: null,
  claims: [],
});

/** How many decided claims are kept beside those that wait. */
const DECIDED = 500;

/** What the queue and the reports need when the server is away: synced in pieces, sealed on disk, one server's at a time. */
export class Snapshot {
  readonly #vault: Vault;
  #held: Held | null = null;

  constructor(vault: Vault) {
    this.#vault = vault;
  }
  get onDisk(): boolean {
    return this.#vault.onDisk;
  }
  get asOf(): string | null {
    return this.#held?.asOf ?? null;
  }
  get cursor(): string | null {
    return this.#held?.cursor ?? null;
  }
  get pending(): number {
    return this.#held?.claims.filter((claim) => claim.status === 'pending').length ?? 0;
  }

  /** Takes up what is kept for this person on this server; another's is not looked at. */
  async open(server: string, user: string): Promise<void> {
    const kept = (await this.#vault.read('snapshot')) as Held | null;
    this.#held = kept?.server === server && kept.user === user ? kept : nothing(server, user);
  }

  /** Puts it away without wiping it. */
  close(): void {
    this.#held = null;
  }

  async take(reply: SyncReply): Promise<void> {
    const held = this.#held;
    if (!held) return;
    const claims = new Map(reply.whole ? [] : held.claims.map((claim) => [claim.id, claim]));
    for (const claim of reply.claims) claims.set(claim.id, claim);
    const still = new Set(reply.pending);
    const all = [...claims.values()].filter((claim) => claim.status !== 'pending' || still.has(claim.id));
    const waiting = all.filter((claim) => claim.status === 'pending');
    const decided = all
      .filter((claim) => claim.status !== 'pending')
      .sort((a, b) => (b.reviewedAt ?? '').localeCompare(a.reviewedAt ?? ''))
      .slice(0, DECIDED);
    this.#held = {
      ...held,
      cursor: reply.cursor,
      asOf: reply.asOf,
      claims: [...waiting, ...decided],
    };
    await this.#vault.write('snapshot', this.#held);
  }

  /** Claims as the server just showed them: what was on the screen is still there when the server goes. */
  async learn(claims: readonly ClaimDossier[]): Promise<void> {
    const held = this.#held;
    if (!held) return;
    const known = new Map(held.claims.map((claim) => [claim.id, claim]));
    const fresh = claims.filter((claim) => JSON.stringify(known.get(claim.id)) !== JSON.stringify(claim));
    if (fresh.length === 0) return;
    for (const claim of fresh) known.set(claim.id, claim);
    this.#held = { ...held, claims: [...known.values()] };
    await this.#vault.write('snapshot', this.#held);
  }

  claim(id: number): ClaimDossier | null {
    return this.#held?.claims.find((claim) => claim.id === id) ?? null;
  }

  /** The queue as it stands with the decisions that still wait to be sent. */
  claims(status: string | null, waiting: Decision[]): ClaimDossier[] {
    const decided = (this.#held?.claims ?? []).map((claim) => withDecisions(claim, waiting));
    return decided
      .filter((claim) => status === null || claim.status === status)
      .sort(
        (a, b) =>
          (a.dueAt ?? '').localeCompare(b.dueAt ?? '') || a.submittedAt.localeCompare(b.submittedAt) || a.id - b.id,
      );
  }

  async wipe(): Promise<void> {
    this.#held = null;
    await this.#vault.wipe('snapshot');
  }
}

const ONE = /^\/api\/admin\/claim-requests\/(\d+)(?:\/(ask|reverse))?$/;

/** Which claims a decision is about, and what it wants of them. */
export function meaningOf(decision: Pick<Decision, 'path' | 'body'>): {
  ids: number[];
  wants: 'approved' | 'rejected' | 'ask' | 'reverse';
  note: string | null;
} {
  const body = (decision.body ?? {}) as {
    ids?: number[];
    status?: string;
    reviewNotes?: string;
    note?: string;
    reason?: string;
  };
  const note = body.reviewNotes ?? body.note ?? body.reason ?? null;
  const status = body.status === 'rejected' ? 'rejected' : 'approved';
  const one = ONE.exec(decision.path);
  if (one) return { ids: [Number(one[1])], wants: (one[2] as 'ask' | 'reverse' | undefined) ?? status, note };
  return { ids: body.ids ?? [], wants: status, note };
}

/** A claim as it will be when these decisions have arrived. */
export function withDecisions(claim: ClaimDossier, waiting: Decision[]): ClaimDossier {
  let now = claim;
  for (const decision of waiting) {
    const { ids, wants, note } = meaningOf(decision);
    if (!ids.includes(claim.id)) continue;
    if (wants === 'ask') now = { ...now, evidenceAsked: true };
    else if (wants === 'reverse') now = { ...now, status: 'pending', reviewedAt: null, reviewNotes: null };
    else now = { ...now, status: wants, reviewedAt: decision.at, reviewNotes: note };
  }
  return now;
}

/** How many claims there are of each kind once these decisions have arrived. */
export function countsWith<Counts extends Record<'pending' | 'approved' | 'rejected', number>>(
  counts: Counts,
  claims: readonly ClaimDossier[],
  waiting: Decision[],
): Counts {
  const next = { ...counts };
  for (const claim of claims) {
    const { status } = withDecisions(claim, waiting);
    if (status === claim.status || status === 'withdrawn' || claim.status === 'withdrawn') continue;
    next[claim.status]--;
    next[status]++;
  }
  return next;
}

/** What a person meant, for the sentence about a decision that could not be carried out. */
export function wordsOf(decision: Decision): string {
  const { ids, wants } = meaningOf(decision);
  const verb = {
    approved: 'Approve',
    rejected: 'Reject',
    ask: 'Ask for more evidence on',
    reverse: 'Take back the decision on',
  }[wants];
  return `${verb} ${ids.length === 1 ? `claim ${ids[0]!}` : `${ids.length} claims`}`;
}
