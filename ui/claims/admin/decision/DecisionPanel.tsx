import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { askClaimant, reverseClaim } from '#contract/claims/admin-claims.ts';
import type { ClaimDossier } from '#contract/claims/claims.ts';
import { useUser } from '#ui/base/session.ts';
import { dollars } from '#shared/billing/plans.ts';
import { can } from '#shared/permissions.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { cx } from '#ui/kit/cx.ts';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Kbd } from '#ui/kit/display/Kbd.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { formatLocalDateTime, formatShortLocalDate } from '#ui/kit/format.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { useFootBar } from '#ui/kit/use-foot-bar.ts';
import { api } from '#ui/base/platform/api.ts';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { useShortcuts } from '#ui/admin/use-shortcuts.ts';
import { listDoubts } from './approval-doubts.ts';
import { fillNote } from './fill-note.ts';
import { queueDecision } from './pending-decisions.ts';
import css from './DecisionPanel.module.css';
import { TemplateMenu } from './TemplateMenu.tsx';
import { useNoteDraft } from './use-note-draft.ts';

const showFailure = (error: unknown) => toastError(error, 'Update Failed');

export function DecisionPanel({ claim, keys }: { claim: ClaimDossier; keys: boolean }) {
  return claim.status === 'pending' ? <Pending claim={claim} keys={keys} /> : <Decided claim={claim} />;
}

/** Shortcuts: A approves, R rejects, M asks for more. Ctrl+Enter in the note repeats the action that asked for a note. */
function Pending({ claim, keys }: { claim: ClaimDossier; keys: boolean }) {
  const client = useQueryClient();
  const { staffConsole } = usePlatform();
  const user = useUser();
  const reviewer = user?.name ?? '';
  const refundable = can(user?.role, 'billing.manage') ? (claim.refundable ?? null) : null;
  const [refund, setRefund] = useState(false);
  const [note, setNote] = useNoteDraft(claim.id);
  const [error, setError] = useState('');
  // Keys are quick, so doubtful claims take the key twice.
  const [isConfirming, setIsConfirming] = useState(false);
  const [intent, setIntent] = useState<'approved' | 'rejected' | 'ask'>('approved');
  const field = useRef<HTMLTextAreaElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  useFootBar(bar);
  const ask = useMutation({
    mutationFn: () =>
      api(askClaimant, { params: { id: String(claim.id) }, body: { note: fillNote(note, claim, reviewer) } }),
    async onSuccess() {
      setNote('');
      const offline = staffConsole?.state().link === 'offline';
      toast({
        title: 'Request Updated',
        description: offline
          ? `We'll ask ${claim.requestorName} for more evidence once you're online.`
          : `Requested more evidence from ${claim.requestorName}.`,
        variant: 'good',
      });
      await refresh(client, '/api/admin/claim-requests');
    },
    onError: showFailure,
  });
  const requireNote = (next: 'rejected' | 'ask', sentence: string) => {
    setIntent(next);
    setError(sentence);
    field.current?.focus();
  };
  const decide = (status: 'approved' | 'rejected') =>
    queueDecision(
      client,
      {
        status,
        claims: [
          {
            claimId: claim.id,
            listing: claim.dentist.name,
            reviewNotes: fillNote(note, claim, reviewer),
            overdue: claim.overdue,
            ...(status === 'rejected' && refundable && refund && { refund }),
          },
        ],
      },
      staffConsole,
    );
  const doubts = listDoubts(claim);
  const mustConfirm = doubts.length > 0 && !isConfirming;
  const approve = () => (mustConfirm ? setIsConfirming(true) : decide('approved'));
  const reject = () => {
    if (note.trim() === '') return requireNote('rejected', 'Please give a reason for rejecting this claim.');
    decide('rejected');
  };
  const askMore = () => {
    if (note.trim() === '') return requireNote('ask', 'Please say what is missing.');
    ask.mutate();
  };
  const actions = { approved: approve, rejected: reject, ask: askMore };
  useShortcuts({ a: approve, r: reject, m: askMore, Escape: () => setIsConfirming(false) }, keys);
  return (
    <>
      {refundable && (
        <Checkbox
          label={`If rejected, refund ${dollars(refundable.cents)} (guarantee until ${formatShortLocalDate(refundable.until)})`}
          checked={refund}
          onChange={(event) => setRefund(event.target.checked)}
        />
      )}
      <div ref={bar} className={cx(css.panel, css.sticky)} data-decide>
        <Field
          label="Notes"
          hint="Required to reject or ask for more. The claimant sees it. Ctrl+Enter to send."
          error={error}
          className={css.noteField}
        >
          <Textarea
            ref={field}
            className={css.note}
            rows={1}
            placeholder="Note to the claimant"
            spellCheck
            value={note}
            onChange={(event) => {
              setNote(event.target.value);
              setError('');
            }}
            onKeyDown={(event) => {
              if (event.key === 'Escape') event.currentTarget.blur();
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              event.currentTarget.blur();
              actions[intent]();
            }}
          />
        </Field>
        {isConfirming && (
          <Callout tone="warn" title="Approve this claim anyway?" announce>
            {doubts.join(' ')}
          </Callout>
        )}
        <div className={css.buttons}>
          <Button variant="primary" onClick={approve} iconEnd={<Kbd keys="A" />}>
            {isConfirming ? 'Approve anyway' : 'Approve'}
          </Button>
          <Button variant="danger" onClick={reject} iconEnd={<Kbd keys="R" />}>
            Reject
          </Button>
          <Button busy={ask.isPending} onClick={askMore} iconEnd={<Kbd keys="M" />}>
            <span>
              Ask for more<span className={css.unlessPhone}> evidence</span>
            </span>
          </Button>
          <TemplateMenu
            onUse={(body) => {
              setNote(fillNote(body, claim, reviewer));
              setError('');
              field.current?.focus();
            }}
          />
        </div>
      </div>
    </>
  );
}

function Decided({ claim }: { claim: ClaimDossier }) {
  const client = useQueryClient();
  const [reason, setReason] = useNoteDraft(`reversal ${claim.id}`);
  const [open, setOpen] = useState(reason !== '');
  const [error, setError] = useState('');
  const approved = claim.status === 'approved';
  const reverse = useMutation({
    mutationFn: () => api(reverseClaim, { params: { id: String(claim.id) }, body: { reason } }),
    async onSuccess() {
      setReason('');
      toast({
        title: 'Request Updated',
        description: `${claim.dentist.name} needs a decision again.`,
        variant: 'good',
      });
      await refresh(client, '/api/admin/claim-requests');
    },
    onError: showFailure,
  });
  return (
    <div className={css.panel}>
      <Callout tone={approved ? 'good' : 'warn'} title={approved ? 'Approved' : 'Rejected'}>
        {claim.reviewedAt && formatLocalDateTime(claim.reviewedAt)}
        {claim.reviewer && ` by ${claim.reviewer}`}
        {claim.reviewNotes && <div style={{ overflowWrap: 'anywhere' }}>{claim.reviewNotes}</div>}
      </Callout>
      {open ? (
        <>
          <Field
            label="Reason"
            error={error}
            hint={
              !approved
                ? 'It will need a decision again.'
                : claim.group
                  ? 'The listings lose their owner, and this claim and its rivals need a decision again.'
                  : claim.kind === 'claim'
                    ? 'The listing loses its owner, and this claim and its rivals need a decision again.'
                    : 'The listing is no longer verified, and this check needs a decision again.'
            }
          >
            <Textarea rows={2} value={reason} onChange={(event) => setReason(event.target.value)} />
          </Field>
          <div className={css.buttons}>
            <Button
              variant="danger"
              busy={reverse.isPending}
              onClick={() => (reason.trim() ? reverse.mutate() : setError('Please give a reason.'))}
            >
              {approved ? 'Reverse the approval' : 'Reopen'}
            </Button>
            <Button
              onClick={() => {
                setReason('');
                setOpen(false);
              }}
            >
              Cancel
            </Button>
          </div>
        </>
      ) : (
        <div className={css.buttons}>
          <Button onClick={() => setOpen(true)}>
            {approved ? 'Reverse this approval' : claim.kind === 'claim' ? 'Reopen this claim' : 'Reopen this check'}
          </Button>
        </div>
      )}
    </div>
  );
}
