import { Eye } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ClaimDossier } from '#contract/claims.ts';
import { LoadFailed } from '#ui/app/LoadFailed.tsx';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Kbd } from '#ui/kit/display/Kbd.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatShortLocalDate, formatAgo } from '#ui/kit/format.ts';
import { useShortcuts } from '#ui/admin-shell/use-shortcuts.ts';
import { useUrlState } from '#ui/admin-shell/use-url-state.ts';
import { BulkBar } from './BulkBar.tsx';
import type { ClaimListName } from './claim-lists.ts';
import { chooseClaims, readChoices } from './claim-filters.ts';
import { ClaimEvidence } from './ClaimEvidence.tsx';
import { undoDecision } from './pending-decisions.ts';
import { checkLabel } from '../claim-text.ts';
import css from './ClaimQueue.module.css';
import { SelectByRule } from './SelectByRule.tsx';
import { UndoBar } from './UndoBar.tsx';
import { useOpenClaims } from './use-open-claims.ts';
import { useViewers } from './use-viewers.ts';
import { describeViewers } from './viewers-text.ts';

const noClaims: never[] = [];
const emptyTexts = {
  pending: ['No claims are waiting', 'Every request has been decided. New ones appear here automatically.'],
  approved: ['No approved claims yet', 'Claims you approve are listed here.'],
  rejected: ['No rejected claims', 'Claims you reject are listed here with their reason.'],
} as const;

export function ClaimQueue({ list }: { list: ClaimListName }) {
  const [search, change] = useUrlState();
  const { claims, openClaims = noClaims } = useOpenClaims(list);
  const shownClaims = useMemo(() => chooseClaims(openClaims, readChoices(search)), [openClaims, search]);
  const requestedId = Number(search.get('claim'));
  const position = Math.max(
    0,
    shownClaims.findIndex(({ id }) => id === requestedId),
  );
  const current: ClaimDossier | undefined = shownClaims[position];
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const selectedClaims = shownClaims.filter(({ id }) => selected.has(id));
  const rows = useRef<HTMLUListElement>(null);
  const show = (to: number) => {
    const next = shownClaims[Math.min(Math.max(to, 0), shownClaims.length - 1)];
    if (next) change({ claim: next.id });
  };
  const toggle = (id: number) =>
    setSelected((old) => {
      const next = new Set(old);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const currentId = current?.id;
  const viewers = useViewers(list === 'pending' ? currentId : undefined);
  const viewersOf = (id: number) => viewers.filter(({ claimId }) => claimId === id).map(({ name }) => name);
  useEffect(() => {
    if (currentId) rows.current?.querySelector('[data-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);
  // After a decision, the next claim takes the position of the decided one.
  useEffect(() => {
    if (current && current.id !== requestedId) change({ claim: current.id });
  }, [current, requestedId, change]);
  useShortcuts({
    j: () => show(position + 1),
    k: () => show(position - 1),
    ArrowDown: () => show(position + 1),
    ArrowUp: () => show(position - 1),
    x: () => current && list === 'pending' && toggle(current.id),
    z: () => void undoDecision().then((claim) => claim !== null && change({ claim })),
  });

  if (claims.isPending)
    return (
      <div className={css.split}>
        <Skeleton height={420} />
        <Skeleton height={560} />
      </div>
    );
  // After a failed refresh the old list stays, so that a note being written is not lost.
  if (!claims.data) return <LoadFailed title="The claims could not be loaded" compact query={claims} />;
  if (shownClaims.length === 0)
    return (
      <>
        {openClaims.length > 0 ? (
          <EmptyState
            title="No claims match"
            scene="search"
            compact
            actions={<Button onClick={() => change({ q: null, only: null })}>Show all {openClaims.length}</Button>}
          >
            Try other words, or another filter.
          </EmptyState>
        ) : (
          <EmptyState title={emptyTexts[list][0]} scene="done" compact>
            {emptyTexts[list][1]}
          </EmptyState>
        )}
        <UndoBar />
      </>
    );
  return (
    <div className={css.split}>
      <div className={css.queue}>
        {list === 'pending' && (
          <div className={css.selectBar}>
            <Checkbox
              label={selectedClaims.length > 0 ? `${selectedClaims.length} selected` : 'Select all'}
              checked={selectedClaims.length === shownClaims.length}
              indeterminate={selectedClaims.length > 0 && selectedClaims.length < shownClaims.length}
              onChange={() =>
                setSelected(
                  selectedClaims.length === shownClaims.length ? new Set() : new Set(shownClaims.map(({ id }) => id)),
                )
              }
            />
            <SelectByRule claims={shownClaims} onSelect={(ids) => setSelected(new Set(ids))} />
          </div>
        )}
        {selectedClaims.length > 0 && <BulkBar claims={selectedClaims} onDecided={() => setSelected(new Set())} />}
        <ul ref={rows} className={css.list} aria-label="Claims">
          {shownClaims.map((claim, index) => (
            <li key={claim.id} className={css.row} data-current={index === position}>
              {list === 'pending' && (
                <Checkbox
                  aria-label={`Select ${claim.dentist.name}`}
                  checked={selected.has(claim.id)}
                  onChange={() => toggle(claim.id)}
                />
              )}
              <button
                type="button"
                className={css.open}
                aria-current={index === position ? 'true' : undefined}
                onClick={() => show(index)}
              >
                <span className={css.name}>{claim.dentist.name}</span>
                {claim.overdue ? (
                  <Badge tone="bad">Overdue</Badge>
                ) : claim.evidenceAsked ? (
                  <Badge tone="warn">Asked</Badge>
                ) : (
                  <Badge tone={{ strong: 'good', fair: 'neutral', weak: 'warn' }[claim.evidence.verdict] as 'good'}>
                    {claim.evidence.verdict}
                  </Badge>
                )}
                <span className={css.detail}>
                  {checkLabel[claim.kind] ? `${checkLabel[claim.kind]} · ` : ''}
                  {claim.requestorName} · {[claim.dentist.city, claim.dentist.state].filter(Boolean).join(', ')}
                </span>
                <span className={css.detail}>
                  {viewersOf(claim.id).length > 0 ? (
                    <span title={describeViewers(viewersOf(claim.id))}>
                      <Eye size={14} className={css.eye} aria-hidden="true" /> {viewersOf(claim.id)[0]}
                      <span className="hidden-text"> is looking at it</span>
                    </span>
                  ) : list === 'pending' ? (
                    formatAgo(claim.submittedAt)
                  ) : (
                    claim.reviewedAt && formatShortLocalDate(claim.reviewedAt)
                  )}
                </span>
              </button>
            </li>
          ))}
        </ul>
        <UndoBar />
        <div className={css.keys} aria-label="Keys">
          <span>
            <Kbd keys="J" /> <Kbd keys="K" /> next, previous
          </span>
          {list === 'pending' && (
            <>
              <span>
                <Kbd keys="A" /> approve
              </span>
              <span>
                <Kbd keys="R" /> reject
              </span>
              <span>
                <Kbd keys="M" /> ask for more
              </span>
              <span>
                <Kbd keys="X" /> select
              </span>
              <span>
                <Kbd keys="S" /> by rule
              </span>
              <span>
                <Kbd keys="D" /> documents
              </span>
              <span>
                <Kbd keys="Z" /> undo
              </span>
            </>
          )}
        </div>
      </div>
      {current && (
        <ClaimEvidence
          key={current.id}
          claim={current}
          position={`${position + 1} of ${shownClaims.length}${shownClaims.length < openClaims.length ? ' that match' : ''}`}
          viewers={viewersOf(current.id)}
          keys={selectedClaims.length === 0}
        />
      )}
    </div>
  );
}
