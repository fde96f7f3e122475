import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { listClaims } from '#contract/admin-claims.ts';
import type { ClaimDossier } from '#contract/claims.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Kbd } from '#ui/kit/display/Kbd.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatAgo, formatShortLocalDate } from '#ui/kit/format.ts';
import { queryOf } from '#ui/platform/query.ts';
import { useShortcuts } from '#ui/admin-shell/use-shortcuts.ts';
import { useUrlState } from '#ui/admin-shell/use-url-state.ts';
import { BulkBar } from './BulkBar.tsx';
import { ClaimEvidence } from './ClaimEvidence.tsx';
import { undo, usePending } from './pending-decisions.ts';
import css from './Review.module.css';
import { SelectByRule } from './SelectByRule.tsx';
import type { List } from './ReviewTab.tsx';
import { LoadFailed } from '#ui/app/LoadFailed.tsx';

const none = {
  pending: ['No claims are waiting', 'Every request has been decided. New ones appear here by themselves.'],
  approved: ['No approved claims yet', 'Claims you approve are listed here.'],
  rejected: ['No rejected claims', 'Claims you reject are listed here with their reason.'],
} as const;

export function ReviewList({ list }: { list: List }) {
  const [search, change] = useUrlState();
  const claims = useQuery({
    ...queryOf(listClaims, { query: { status: list } }),
    refetchOnMount: 'always',
    refetchInterval: 60_000,
  });
  const waiting = usePending((state) => state.waiting);
  const shown = useMemo(() => {
    const hidden = new Set(waiting.flatMap(({ claims: decided }) => decided.map(({ claimId }) => claimId)));
    return (claims.data ?? []).filter(({ id }) => list !== 'pending' || !hidden.has(id));
  }, [claims.data, waiting, list]);
  const wanted = Number(search.get('claim'));
  const place = Math.max(
    0,
    shown.findIndex(({ id }) => id === wanted),
  );
  const current: ClaimDossier | undefined = shown[place];
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const chosen = shown.filter(({ id }) => selected.has(id));
  const rows = useRef<HTMLUListElement>(null);
  const show = (to: number) => {
    const next = shown[Math.min(Math.max(to, 0), shown.length - 1)];
    if (next) change({ claim: next.id });
  };
  const toggle = (id: number) =>
    setSelected((old) => {
      const next = new Set(old);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const currentId = current?.id;
  useEffect(() => {
    if (currentId) rows.current?.querySelector('[data-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);
  // Once a claim goes, the next one moves into its place.
  useEffect(() => {
    if (current && current.id !== wanted) change({ claim: current.id });
  }, [current, wanted, change]);
  useShortcuts({
    j: () => show(place + 1),
    k: () => show(place - 1),
    ArrowDown: () => show(place + 1),
    ArrowUp: () => show(place - 1),
    x: () => current && list === 'pending' && toggle(current.id),
    z: () => void undo().then((claim) => claim !== null && change({ claim })),
  });

  if (claims.isPending)
    return (
      <div className={css.split}>
        <Skeleton height={420} />
        <Skeleton height={560} />
      </div>
    );
  // A list that was there stays, and with it what somebody is writing.
  if (!claims.data) return <LoadFailed title="The claims could not be loaded" compact query={claims} />;
  if (shown.length === 0)
    return (
      <EmptyState title={none[list][0]} scene="done" compact>
        {none[list][1]}
      </EmptyState>
    );
  return (
    <div className={css.split}>
      <div className={css.queue}>
        {list === 'pending' && (
          <div className={css.listTop}>
            <Checkbox
              label={chosen.length > 0 ? `${chosen.length} selected` : 'Select all'}
              checked={chosen.length === shown.length}
              indeterminate={chosen.length > 0 && chosen.length < shown.length}
              onChange={() =>
                setSelected(chosen.length === shown.length ? new Set() : new Set(shown.map(({ id }) => id)))
              }
            />
            <SelectByRule claims={shown} onSelect={(ids) => setSelected(new Set(ids))} />
          </div>
        )}
        {chosen.length > 0 && <BulkBar claims={chosen} onDecided={() => setSelected(new Set())} />}
        <ul ref={rows} className={css.list} aria-label="Claims">
          {shown.map((claim, index) => (
            <li key={claim.id} className={css.row} data-current={index === place}>
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
                aria-current={index === place ? 'true' : undefined}
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
                <span className={css.sub}>
                  {claim.requestorName} · {[claim.dentist.city, claim.dentist.state].filter(Boolean).join(', ')}
                </span>
                <span className={css.sub}>
                  {list === 'pending'
                    ? formatAgo(claim.submittedAt)
                    : claim.reviewedAt && formatShortLocalDate(claim.reviewedAt)}
                </span>
              </button>
            </li>
          ))}
        </ul>
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
          position={`${place + 1} of ${shown.length}`}
          keys={chosen.length === 0}
        />
      )}
    </div>
  );
}
