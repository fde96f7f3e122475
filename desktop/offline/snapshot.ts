import type { ClaimDossier } from '#contract/claims/claims.ts';
import type { SyncReply } from '#contract/desktop.ts';
import type { StaffHome } from '#contract/home/staff-home.ts';
import type { Decision } from './decision.ts';
import { readInboxChange } from './inbox.ts';
import type { Vault } from './vault.ts';

/** Raised when claims get new fields, because a snapshot without them must be synced from the start. */
const FORMAT = 3;

interface SavedClaims {
  format: number;
  server: string;
  user: string;
  cursor: string | null;
  asOf: string | null;
  claims: ClaimDossier[];
}
const emptyFor = (server: string, user: string): SavedClaims => ({
  format: FORMAT,
  server,
  user,
  cursor: null,
  asOf: null,
  claims: [],
});

const VAULT_NAME = 'snapshot';
/** The snapshot keeps all pending claims and this many decided ones. */
const MAX_DECIDED = 500;

/** The offline copy of the claim queue of one person at one server, synced incrementally and encrypted on disk. */
export class Snapshot {
  readonly #vault: Vault;
  #saved: SavedClaims | null = null;

  constructor(vault: Vault) {
    this.#vault = vault;
  }
  get onDisk(): boolean {
    return this.#vault.onDisk;
  }
  get asOf(): string | null {
    return this.#saved?.asOf ?? null;
  }
  get cursor(): string | null {
    return this.#saved?.cursor ?? null;
  }

  async open(server: string, user: string): Promise<void> {
    const saved = (await this.#vault.read(VAULT_NAME)) as SavedClaims | null;
    const isUsable = saved?.format === FORMAT && saved.server === server && saved.user === user;
    this.#saved = isUsable ? saved : emptyFor(server, user);
  }

  /** Unloads the snapshot; the file stays. */
  close(): void {
    this.#saved = null;
  }

  async applySync(reply: SyncReply): Promise<void> {
    if (!this.#saved) return;
    const claimsById = new Map(reply.whole ? [] : this.#saved.claims.map((claim) => [claim.id, claim]));
    for (const claim of reply.claims) claimsById.set(claim.id, claim);
    const pendingIds = new Set(reply.pending);
    const claims = [...claimsById.values()];
    const pendingClaims = claims.filter((claim) => claim.status === 'pending' && pendingIds.has(claim.id));
    const decidedClaims = claims
      .filter((claim) => claim.status !== 'pending')
      .sort((a, b) => (b.reviewedAt ?? '').localeCompare(a.reviewedAt ?? ''))
      .slice(0, MAX_DECIDED);
    const { cursor, asOf } = reply;
    this.#saved = { ...this.#saved, cursor, asOf, claims: [...pendingClaims, ...decidedClaims] };
    await this.#vault.write(VAULT_NAME, this.#saved);
  }

  /** Adds claims that the page has loaded, so that everything it showed is available offline. */
  async addClaims(claims: readonly ClaimDossier[]): Promise<void> {
    if (!this.#saved) return;
    const claimsById = new Map(this.#saved.claims.map((claim) => [claim.id, claim]));
    const changedClaims = claims.filter((claim) => JSON.stringify(claimsById.get(claim.id)) !== JSON.stringify(claim));
    if (changedClaims.length === 0) return;
    for (const claim of changedClaims) claimsById.set(claim.id, claim);
    this.#saved = { ...this.#saved, claims: [...claimsById.values()] };
    await this.#vault.write(VAULT_NAME, this.#saved);
  }

  claim(id: number): ClaimDossier | null {
    return this.#saved?.claims.find((claim) => claim.id === id) ?? null;
  }

  findAttachment(id: number): ClaimDossier['attachments'][number] | null {
    return this.#saved?.claims.flatMap(({ attachments }) => attachments).find((file) => file.id === id) ?? null;
  }

  /** The queue as it will be once the unsent decisions arrive. */
  claims(status: string | null, unsentDecisions: Decision[]): ClaimDossier[] {
    const claims = (this.#saved?.claims ?? []).map((claim) => applyDecisions(claim, unsentDecisions));
    return claims
      .filter((claim) => status === null || claim.status === status)
      .sort(
        (a, b) =>
          (a.dueAt ?? '').localeCompare(b.dueAt ?? '') || a.submittedAt.localeCompare(b.submittedAt) || a.id - b.id,
      );
  }

  async wipe(): Promise<void> {
    this.#saved = null;
    await this.#vault.wipe(VAULT_NAME);
  }
}

const SINGLE_CLAIM = /^\/api\/admin\/claim-requests\/(\d+)(?:\/(ask|reverse))?$/;

/** Reads from a decision's call which claims it is about and what should happen to them. */
export function readDecision(decision: Pick<Decision, 'path' | 'body'>): {
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
  const match = SINGLE_CLAIM.exec(decision.path);
  if (match) return { ids: [Number(match[1])], wants: (match[2] as 'ask' | 'reverse' | undefined) ?? status, note };
  return { ids: body.ids ?? [], wants: status, note };
}

/** The claim as it will be once the decisions arrive. */
export function applyDecisions(claim: ClaimDossier, decisions: Decision[]): ClaimDossier {
  let result = claim;
  for (const decision of decisions) {
    const { ids, wants, note } = readDecision(decision);
    if (!ids.includes(claim.id)) continue;
    if (wants === 'ask') result = { ...result, evidenceAsked: true };
    else if (wants === 'reverse') result = { ...result, status: 'pending', reviewedAt: null, reviewNotes: null };
    else result = { ...result, status: wants, reviewedAt: decision.at, reviewNotes: note };
  }
  return result;
}

/** The counts per status as they will be once the decisions arrive, which end a snooze. */
export function countAfterDecisions<
  Counts extends Record<'pending' | 'approved' | 'rejected' | 'overdue', number> & { snoozed?: number | undefined },
>(counts: Counts, claims: readonly ClaimDossier[], decisions: Decision[], now = Date.now()): Counts {
  const next = { ...counts };
  for (const claim of claims) {
    const { status } = applyDecisions(claim, decisions);
    if (status === claim.status || status === 'withdrawn' || claim.status === 'withdrawn') continue;
    next[claim.status]--;
    next[status]++;
    // A claim counts as snoozed or as overdue, never as both.
    if (next.snoozed && claim.snoozedUntil && Date.parse(claim.snoozedUntil) > now) next.snoozed--;
    else if (next.overdue && claim.status === 'pending' && claim.overdue) next.overdue--;
  }
  return next;
}

const homeKinds = {
  claim: 'claims',
  identity_change: 'claims',
  new_listing: 'listings',
  new_owner: 'transfers',
} as const;

/** The work on Home as it will be once the decisions arrive. */
export function listDueAfterDecisions(
  due: StaffHome['due'],
  claims: readonly ClaimDossier[],
  decisions: Decision[],
  now = Date.now(),
): StaffHome['due'] {
  const decided = claims.filter(
    (claim) =>
      claim.status === 'pending' &&
      !(claim.snoozedUntil && Date.parse(claim.snoozedUntil) > now) &&
      applyDecisions(claim, decisions).status !== 'pending',
  );
  return due.map((row) => {
    const own = decided.filter(({ kind }) => homeKinds[kind] === row.kind);
    const overdue = own.filter((claim) => claim.dueAt && Date.parse(claim.dueAt) <= now).length;
    return {
      ...row,
      count: Math.max(0, row.count - own.length),
      overdue: Math.max(0, row.overdue - overdue),
    };
  });
}

/** Describes a decision for the dialog about refused ones, such as “Approve claim 7”. */
export function describeDecision(decision: Decision): string {
  const change = readInboxChange(decision);
  if (change) return change.wanted;
  const { ids, wants } = readDecision(decision);
  const verb = {
    approved: 'Approve',
    rejected: 'Reject',
    ask: 'Ask for more evidence on',
    reverse: 'Undo the decision on',
  }[wants];
  return `${verb} ${ids.length === 1 ? `claim ${ids[0]!}` : `${ids.length} claims`}`;
}
