import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ClaimDossier } from '#contract/claims/claims.ts';
import { hasPlaceholders } from '#contract/claims/note-templates.ts';
import { useUser } from '#ui/base/session.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Kbd } from '#ui/kit/display/Kbd.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { Quote } from '#ui/kit/display/Quote.tsx';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { useShortcuts } from '#ui/admin/use-shortcuts.ts';
import { fillNote } from '../decision/fill-note.ts';
import { useNoteDraft } from '../decision/use-note-draft.ts';
import { queueDecision } from '../decision/pending-decisions.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './BulkBar.module.css';
import { TemplateMenu } from '../decision/TemplateMenu.tsx';

interface BulkBarProps {
  claims: readonly ClaimDossier[];
  onDecided: () => void;
}

/** Decides all selected claims with one note. A dialog lists them with their notes before anything is sent. */
export function BulkBar({ claims, onDecided }: BulkBarProps) {
  const client = useQueryClient();
  const { staffConsole } = usePlatform();
  const reviewer = useUser()?.name ?? '';
  const [note, setNote] = useNoteDraft('several claims');
  const [error, setError] = useState('');
  const [asking, setAsking] = useState<'approved' | 'rejected' | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const ask = (status: 'approved' | 'rejected') => {
    if (status === 'rejected' && note.trim() === '') {
      setError('Please give a reason for rejecting these claims.');
      field.current?.focus();
      return;
    }
    if (status === 'approved' && claims.every(({ warnings }) => warnings.length > 0)) {
      setError('Each of these claims has a warning. Please review them one at a time.');
      return;
    }
    setError('');
    setAsking(status);
  };
  useShortcuts({ a: () => ask('approved'), r: () => ask('rejected') });
  const countClaims = (n: number) => `${n} ${n === 1 ? 'claim' : 'claims'}`;
  const count = countClaims(claims.length);
  // The server refuses to approve these in bulk, too.
  const heldClaims = claims.filter(({ warnings }) => warnings.length > 0);
  const approvableClaims = claims.filter(({ warnings }) => warnings.length === 0);
  const decidedClaims = asking === 'approved' ? approvableClaims : claims;
  const decide = (status: 'approved' | 'rejected') => {
    queueDecision(
      client,
      {
        status,
        claims: decidedClaims.map((claim) => ({
          claimId: claim.id,
          listing: claim.dentist.name,
          reviewNotes: fillNote(note, claim, reviewer),
          overdue: claim.overdue,
        })),
      },
      staffConsole,
    );
    setNote('');
    onDecided();
  };
  const perClaim = hasPlaceholders(note);
  return (
    <div className={css.bulk} data-bulk>
      <Field
        label={`One note for ${count}`}
        hint="Placeholders such as {practice} and {claimant} are filled in for each claim."
        error={error}
      >
        <Textarea
          ref={field}
          rows={3}
          spellCheck
          value={note}
          onChange={(event) => {
            setNote(event.target.value);
            setError('');
          }}
          onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        />
      </Field>
      <div className={layout.row}>
        <Button size="small" variant="primary" onClick={() => ask('approved')} iconEnd={<Kbd keys="A" />}>
          Approve {approvableClaims.length}
        </Button>
        <Button size="small" variant="danger" onClick={() => ask('rejected')} iconEnd={<Kbd keys="R" />}>
          Reject {claims.length}
        </Button>
        <TemplateMenu onUse={setNote} />
      </div>
      <Confirm
        open={asking !== null}
        onOpenChange={(open) => !open && setAsking(null)}
        title={`${asking === 'rejected' ? 'Reject' : 'Approve'} ${countClaims(decidedClaims.length)}?`}
        description={
          asking === 'rejected'
            ? 'Each claimant is notified with the note. You can undo it for ten seconds.'
            : 'Each claimant becomes the owner of the listing, and checked listings are verified. You can undo it for ten seconds.'
        }
        action={`${asking === 'rejected' ? 'Reject' : 'Approve'} ${decidedClaims.length}`}
        danger={asking === 'rejected'}
        onConfirm={() => decide(asking!)}
      >
        {!perClaim && note.trim() !== '' && <Quote>{note}</Quote>}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable areas must be reachable by keyboard */}
        <ul className={css.selection} tabIndex={0} aria-label="Selected claims">
          {decidedClaims.map((claim) => (
            <li key={claim.id}>
              <span className={css.name}>{claim.dentist.name}</span>
              <span className={css.detail}>
                {claim.requestorName} · score {claim.evidence.score}
              </span>
              {perClaim && <Quote>{fillNote(note, claim, reviewer)}</Quote>}
            </li>
          ))}
        </ul>
        {asking === 'approved' && heldClaims.length > 0 && (
          <Callout
            tone="warn"
            className={css.held}
            title={`${countClaims(heldClaims.length)} ${heldClaims.length === 1 ? 'stays' : 'stay'} in the queue`}
          >
            {heldClaims.map((claim) => (
              <div key={claim.id}>
                {claim.dentist.name}: {claim.warnings.map(({ text }) => text).join(' ')}
              </div>
            ))}
          </Callout>
        )}
      </Confirm>
    </div>
  );
}
