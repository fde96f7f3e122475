import { Eye } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ClaimDossier } from '#contract/claims/claims.ts';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { Kbd } from '#ui/kit/display/Kbd.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { useNow } from '#ui/kit/use-now.ts';
import { useListedShortcuts, type ShortcutGroup } from '#ui/admin/shown-shortcuts.ts';
import { useShortcuts } from '#ui/admin/use-shortcuts.ts';
import { useUrlState } from '#ui/admin/use-url-state.ts';
import { useUser } from '#ui/base/session.ts';
import { EmptyQueue } from '../assignment/EmptyQueue.tsx';
import { isSnoozed } from '../assignment/snooze.ts';
import { RowState } from '../assignment/RowState.tsx';
import { BulkBar } from './BulkBar.tsx';
import type { ClaimListName } from '../claim-lists.ts';
import { chooseClaims, readChoices } from './claim-filters.ts';
import { ClaimEvidence } from '../evidence/ClaimEvidence.tsx';
import { undoDecision, usePendingDecisions } from '../decision/pending-decisions.ts';
import { checkLabel } from '#ui/claims/claim-text.ts';
import css from './ClaimQueue.module.css';
import { SelectByRule } from './SelectByRule.tsx';
import { UndoBar } from './UndoBar.tsx';
import { useOpenClaims } from './use-open-claims.ts';
import { useViewers } from '../viewers/use-viewers.ts';
import { describeViewers } from '../viewers/viewers-text.ts';

const noClaims: never[] = [];

const shortcuts = {
  name: 'Claims',
  shortcuts: [
    ['J', 'Next claim'],
    ['K', 'Previous claim'],
    ['A', 'Approve'],
    ['R', 'Reject'],
    ['M', 'Ask for more evidence'],
    ['D', 'Open or close the documents'],
    ['I', 'Assign to me'],
    ['H', 'Snooze'],
    ['X', 'Select'],
    ['S', 'Select by rule'],
    ['Z', 'Undo'],
  ],
} as const satisfies ShortcutGroup;

export function ClaimQueue({ list }: { list: ClaimListName }) {
  const [search, change] = useUrlState();
  const { claims, openClaims = noClaims } = useOpenClaims(list);
  const userId = useUser()?.id;
  const now = useNow(60_000);
  const requestedId = Number(search.get('claim'));
  const [snoozedHere, setSnoozedHere] = useState<ReadonlySet<number>>(new Set());
  const keptId = snoozedHere.has(requestedId) ? undefined : requestedId;
  const shownClaims = useMemo(
    () => chooseClaims(openClaims, readChoices(search), { userId, now }, keptId),
    [openClaims, search, userId, now, keptId],
  );
  const snoozedCount = openClaims.filter((claim) => isSnoozed(claim, now)).length;
  const requestedPosition = shownClaims.findIndex(({ id }) => id === requestedId);
  const [lastPosition, setLastPosition] = useState(0);
  if (requestedPosition >= 0 && requestedPosition !== lastPosition) setLastPosition(requestedPosition);
  // After a decision or a snooze, the next claim takes the position of the one that left.
  const position = Math.max(
    0,
    requestedPosition >= 0 ? requestedPosition : Math.min(lastPosition, shownClaims.length - 1),
  );
  const current: ClaimDossier | undefined = shownClaims[position];
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const selectedClaims = shownClaims.filter(({ id }) => selected.has(id));
  const [showsDocuments, setShowsDocuments] = useState(false);
  const rows = useRef<HTMLUListElement>(null);
  const show = (to: number, event?: KeyboardEvent) => {
    const next = shownClaims[Math.min(Math.max(to, 0), shownClaims.length - 1)];
    // A held key may skip claims that take long to render.
    if (next) change({ claim: next.id }, { flushSync: !event?.repeat });
  };
  const undo = async () => {
    const claim = await undoDecision();
    if (claim !== null) change({ claim }, { flushSync: true });
  };
  const toggle = (id: number) =>
    setSelected((old) => {
      const next = new Set(old);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const currentId = current?.id;
  const isUndoing = usePendingDecisions(({ undoing }) => undoing > 0);
  const viewers = useViewers(list === 'pending' ? currentId : undefined);
  const viewersOf = (id: number) => viewers.filter(({ claimId }) => claimId === id).map(({ name }) => name);
  useEffect(() => {
    if (currentId) rows.current?.querySelector('[data-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);
  useEffect(() => {
    if (current && current.id !== requestedId) change({ claim: current.id });
  }, [current, requestedId, change]);
  useListedShortcuts(shortcuts);
  useShortcuts({
    j: (event) => show(position + 1, event),
    k: (event) => show(position - 1, event),
    ArrowDown: (event) => show(position + 1, event),
    ArrowUp: (event) => show(position - 1, event),
    x: () => current && list === 'pending' && toggle(current.id),
    z: () => void undo(),
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
        <EmptyQueue list={list} hidden={openClaims.length - snoozedCount} snoozed={snoozedCount} />
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
                  <Badge
                    className={css.verdict}
                    tone={{ strong: 'good', fair: 'neutral', weak: 'warn' }[claim.evidence.verdict] as 'good'}
                  >
                    {claim.evidence.verdict}
                  </Badge>
                )}
                <span className={css.detail}>
                  {checkLabel[claim.kind] ? `${checkLabel[claim.kind]} · ` : ''}
                  {claim.requestorName} · {[claim.dentist.city, claim.dentist.state].filter(Boolean).join(', ')}
                </span>
                {viewersOf(claim.id).length > 0 ? (
                  <span className={css.detail} title={describeViewers(viewersOf(claim.id))}>
                    <Eye size={14} className={css.eye} aria-hidden="true" /> {viewersOf(claim.id)[0]}
                    <span className="hidden-text"> is looking at it</span>
                  </span>
                ) : (
                  <RowState claim={claim} now={now} />
                )}
              </button>
            </li>
          ))}
        </ul>
        <UndoBar />
        <div className={css.keys} aria-label="Keys">
          <span>
            <Kbd keys="J" /> <Kbd keys="K" /> move
          </span>
          {list === 'pending' && (
            <>
              <span>
                <Kbd keys="D" /> documents
              </span>
              <span>
                <Kbd keys="I" /> assign to me
              </span>
              <span>
                <Kbd keys="H" /> snooze
              </span>
              <span>
                <Kbd keys="Z" /> undo
              </span>
            </>
          )}
          <span>
            <Kbd keys="?" /> all keys
          </span>
        </div>
      </div>
      {current && (
        <ClaimEvidence
          key={current.id}
          claim={current}
          position={`${position + 1} of ${shownClaims.length}${shownClaims.length < openClaims.length - snoozedCount ? ' that match' : ''}`}
          viewers={viewersOf(current.id)}
          // During an undo, the next key is meant for the claim that it opens.
          keys={selectedClaims.length === 0 && !isUndoing}
          showsDocuments={showsDocuments}
          onShowDocuments={setShowsDocuments}
          onSnoozed={() => setSnoozedHere((old) => new Set([...old, current.id]))}
        />
      )}
    </div>
  );
}
