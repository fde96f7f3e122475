import { useState } from 'react';
import type { ClaimDossier, ClaimEventKind } from '#contract/claims/claims.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { cx } from '#ui/kit/cx.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatLocalDateTime } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { useShortcuts } from '#ui/admin/use-shortcuts.ts';
import { checkLabel } from '#ui/claims/claim-text.ts';
import { ClaimAssignment } from '../assignment/ClaimAssignment.tsx';
import { Attachments } from './Attachments.tsx';
import { ClaimAccount } from './ClaimAccount.tsx';
import { ClaimComparison } from './ClaimComparison.tsx';
import { ClaimViewers } from '../viewers/ClaimViewers.tsx';
import { DecisionPanel } from '../decision/DecisionPanel.tsx';
import css from './ClaimEvidence.module.css';
import { DocumentViewer } from './DocumentViewer.tsx';
import { GroupLocations } from './GroupLocations.tsx';
import { HeldMatches } from './HeldMatches.tsx';
import { PinLetter } from './PinLetter.tsx';
import { StaffEvidence } from './StaffEvidence.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';

/** The reasons why bulk approval leaves this claim out. */
function ClaimWarnings({ claim }: { claim: ClaimDossier }) {
  if (claim.warnings.length === 0) return null;
  return (
    <Callout tone="warn" title="Look closely before you decide">
      {claim.warnings.map(({ code, text }) => (
        <div key={code}>{text}</div>
      ))}
      {claim.status === 'pending' && <div>Bulk approval leaves this claim out.</div>}
    </Callout>
  );
}

const eventText: Record<ClaimEventKind, string> = {
  submitted: 'Submitted',
  evidence_asked: 'More evidence requested',
  answered: 'Claimant answered',
  letter_sent: 'Letter printed',
  pin_failed: 'Wrong PIN entered',
  pin_confirmed: 'PIN confirmed',
  called: 'Practice called',
  license_matched: 'License matched',
  approved: 'Approved',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  reversed: 'Approval reversed',
  reopened: 'Reopened',
};

interface ClaimEvidenceProps {
  claim: ClaimDossier;
  position: string;
  /** The colleagues that have this claim open. */
  viewers: readonly string[];
  /** Whether shortcuts decide on this claim. They are off while several claims are selected. */
  keys: boolean;
  onSnoozed: () => void;
  /** Whether documents are open. It holds for the claims that follow, so that a reviewer opens them once. */
  showsDocuments: boolean;
  onShowDocuments: (shows: boolean) => void;
}

/** Warnings, the score of each piece of evidence, and the documents come first, because they decide. Details follow. */
export function ClaimEvidence(props: ClaimEvidenceProps) {
  const { claim, position, viewers, keys, onSnoozed } = props;
  const { evidence, dentist } = claim;
  const { open, setOpen, show, file } = useOpenDocument(props);
  return (
    <div className={cx(css.review, file && css.withDocument)}>
      <section className={css.evidence} aria-label={`Claim for ${dentist.name}`}>
        <div className={layout.between}>
          <h2>
            <Link to={dentist.href} target="_blank">
              {dentist.name}
            </Link>
          </h2>
          <span className={layout.row}>
            {checkLabel[claim.kind] && <Badge tone="accent">{checkLabel[claim.kind]}</Badge>}
            {claim.overdue && <Badge tone="bad">Overdue</Badge>}
            {claim.rivals > 0 && (
              <Badge tone="warn">{claim.rivals === 1 ? '1 rival claim' : `${claim.rivals} rival claims`}</Badge>
            )}
            {claim.listing.deleted && <Badge tone="bad">Listing deleted</Badge>}
            <span className={layout.muted}>{position}</span>
          </span>
        </div>
        <div className={layout.between}>
          <span className={layout.muted}>
            Submitted {formatLocalDateTime(claim.submittedAt)}
            {claim.dueAt && ` · due ${formatLocalDateTime(claim.dueAt)}`}
          </span>
          <ClaimAssignment claim={claim} onSnoozed={onSnoozed} />
        </div>
        <ClaimViewers names={viewers} />
        <ClaimWarnings claim={claim} />
        <HeldMatches claim={claim} />
        <IdentityChanges claim={claim} />
        <div className={css.pair}>
          <div>
            <h3>
              Evidence: {evidence.verdict} ({evidence.score})
            </h3>
            <ul className={css.reasons}>
              {evidence.reasons.map(({ code, points, text }) => (
                <li key={code} className={css.reason}>
                  <span className={cx(css.points, points > 0 && css.plus, points < 0 && css.minus)}>
                    {points > 0 ? `+${points}` : points}
                  </span>
                  <span>{text}</span>
                </li>
              ))}
            </ul>
          </div>
          <div>
            <h3>Documents and photos</h3>
            <Attachments files={claim.attachments} open={open} onOpen={setOpen} />
          </div>
        </div>
        <GroupLocations claim={claim} />
        <ClaimComparison claim={claim} />
        {claim.additionalInfo && (
          <div>
            <h3>Additional information</h3>
            <p className={css.words}>{claim.additionalInfo}</p>
          </div>
        )}
        <div>
          <h3 className={css.title}>Account</h3>
          <ClaimAccount claim={claim} />
        </div>
        <div>
          <h3 className={css.title}>Timeline</h3>
          <ol className={css.timeline}>
            {claim.timeline.map((event) => (
              <li key={`${event.at}${event.kind}`}>
                <time className={layout.muted} dateTime={event.at}>
                  {formatLocalDateTime(event.at)}
                </time>
                <span className={css.words}>
                  {eventText[event.kind]}
                  {event.note && `: ${event.note}`}
                </span>
              </li>
            ))}
          </ol>
        </div>
        <PinLetter claim={claim} />
        <StaffEvidence claim={claim} />
        <DecisionPanel claim={claim} keys={keys} />
      </section>
      {file && open !== null && (
        <div className={css.document}>
          <DocumentViewer
            key={file.id}
            file={file}
            onClose={() => setOpen(null)}
            {...(claim.attachments.length > 1 && { onStep: (by: number) => show(open + by) })}
          />
        </div>
      )}
    </div>
  );
}

/** D opens and closes the documents of a claim, and the arrow keys step through them. */
function useOpenDocument({ claim: { attachments: files }, showsDocuments, onShowDocuments }: ClaimEvidenceProps) {
  const [index, setIndex] = useState(0);
  const open = showsDocuments && files.length > 0 ? index : null;
  const setOpen = (next: number | null) => {
    onShowDocuments(next !== null);
    if (next !== null) setIndex(next);
  };
  const show = (next: number) => setOpen((next + files.length) % files.length);
  useShortcuts({
    d: () => (showsDocuments ? setOpen(null) : files.length > 0 && show(0)),
    ArrowLeft: () => open !== null && show(open - 1),
    ArrowRight: () => open !== null && show(open + 1),
  });
  return { open, setOpen, show, file: open === null ? null : files[open] };
}

const fieldNames: Record<string, string> = {
  name: 'Name',
  practiceName: 'Practice name',
  phone: 'Phone',
  address: 'Street address',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP code',
};

/** Compares the verified name, address, and phone with the owner's new ones. */
function IdentityChanges({ claim }: { claim: ClaimDossier }) {
  if (claim.identityChanges.length === 0) return null;
  return (
    <div>
      <h3 className={css.title}>Changes to review</h3>
      <dl className={css.changes}>
        {claim.identityChanges.map(({ field, before, after }) => (
          <div key={field}>
            <dt>{fieldNames[field] ?? field}</dt>
            <dd>
              <del>{before || '(empty)'}</del> <span aria-hidden="true">→</span>
              <span className="hidden-text"> became </span> <ins>{after || '(empty)'}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
