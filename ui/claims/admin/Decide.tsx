import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { askClaimant, reverseClaim } from '#contract/admin-claims.ts';
import type { ClaimDossier } from '#contract/claims.ts';
import { useUser } from '#ui/accounts/session.ts';
import { momentOf } from '#ui/articles/dates.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { cx } from '#ui/kit/cx.ts';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Kbd } from '#ui/kit/display/Kbd.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { useFootBar } from '#ui/kit/use-foot-bar.ts';
import { api } from '#ui/platform/api.ts';
import { usePlatform } from '#ui/platform/platform.ts';
import { toastError } from '#ui/platform/toast-error.ts';
import { refresh } from '#ui/platform/query.ts';
import { useShortcuts } from '#ui/admin-shell/use-shortcuts.ts';
import { noteFor, useDraft } from './notes.ts';
import { decideLater } from './pending-decisions.ts';
import css from './Review.module.css';
import { TemplateMenu } from './TemplateMenu.tsx';

const failed = (error: unknown) => toastError(error, 'Update Failed');

export function Decide({ claim, keys }: { claim: ClaimDossier; keys: boolean }) {
  return claim.status === 'pending' ? <Pending claim={claim} keys={keys} /> : <Decided claim={claim} />;
}

/** A approves, R rejects once there is a reason, M asks. Ctrl Enter in the note does what was last meant. */
function Pending({ claim, keys }: { claim: ClaimDossier; keys: boolean }) {
  const client = useQueryClient();
  const { staffConsole } = usePlatform();
  const reviewer = useUser()?.name ?? '';
  const [note, setNote] = useDraft(claim.id);
  const [error, setError] = useState('');
  const [meaning, setMeaning] = useState<'approved' | 'rejected' | 'ask'>('approved');
  const field = useRef<HTMLTextAreaElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  useFootBar(bar);
  const ask = useMutation({
    mutationFn: () =>
      api(askClaimant, { params: { id: String(claim.id) }, body: { note: noteFor(note, claim, reviewer) } }),
    async onSuccess() {
      setNote('');
      const away = staffConsole?.state().link === 'offline';
      toast({
        title: 'Request Updated',
        description: `${claim.requestorName} ${away ? 'is asked as soon as the server is in reach' : 'was asked for more'}.`,
        variant: 'good',
      });
      await refresh(client, '/api/admin/claim-requests');
    },
    onError: failed,
  });
  const needNote = (what: 'rejected' | 'ask', sentence: string) => {
    setMeaning(what);
    setError(sentence);
    field.current?.focus();
  };
  const decide = (status: 'approved' | 'rejected') =>
    decideLater(
      client,
      {
        status,
        claims: [{ claimId: claim.id, listing: claim.dentist.name, reviewNotes: noteFor(note, claim, reviewer) }],
      },
      staffConsole,
    );
  const approve = () => decide('approved');
  const reject = () => {
    if (note.trim() === '') return needNote('rejected', 'Please give a reason for rejecting this claim.');
    decide('rejected');
  };
  const askMore = () => {
    if (note.trim() === '') return needNote('ask', 'Please say what is missing.');
    ask.mutate();
  };
  const act = { approved: approve, rejected: reject, ask: askMore };
  useShortcuts({ a: approve, r: reject, m: askMore }, keys);
  return (
    <div ref={bar} className={cx(css.decide, css.reach)} data-decide>
      <Field
        label="Notes"
        hint="Needed to reject or to ask; sent to the claimant. Ctrl Enter sends."
        error={error}
        className={css.noteField}
      >
        <Textarea
          ref={field}
          className={css.note}
          rows={2}
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
            act[meaning]();
          }}
        />
      </Field>
      <div className={css.buttons}>
        <Button variant="primary" onClick={approve} iconEnd={<Kbd keys="A" />}>
          Approve
        </Button>
        <Button variant="danger" onClick={reject} iconEnd={<Kbd keys="R" />}>
          Reject
        </Button>
        <Button busy={ask.isPending} onClick={askMore} iconEnd={<Kbd keys="M" />}>
          Ask for more evidence
        </Button>
        <TemplateMenu
          onUse={(body) => {
            setNote(noteFor(body, claim, reviewer));
            setError('');
            field.current?.focus();
          }}
        />
      </div>
    </div>
  );
}

function Decided({ claim }: { claim: ClaimDossier }) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [open, setOpen] = useState(false);
  const [error, setError] = useState('');
  const approved = claim.status === 'approved';
  const reverse = useMutation({
    mutationFn: () => api(reverseClaim, { params: { id: String(claim.id) }, body: { reason } }),
    async onSuccess() {
      toast({
        title: 'Request Updated',
        description: `${claim.dentist.name} waits for a decision again.`,
        variant: 'good',
      });
      await refresh(client, '/api/admin/claim-requests');
    },
    onError: failed,
  });
  return (
    <div className={css.decide}>
      <Callout tone={approved ? 'good' : 'warn'} title={approved ? 'Approved' : 'Rejected'}>
        {claim.reviewedAt && momentOf(claim.reviewedAt)}
        {claim.reviewer && ` by ${claim.reviewer}`}
        {claim.reviewNotes && <div style={{ overflowWrap: 'anywhere' }}>{claim.reviewNotes}</div>}
      </Callout>
      {open ? (
        <>
          <Field
            label="Reason"
            error={error}
            hint={
              approved
                ? 'The listing will be without an owner again, and this claim and its rivals wait again.'
                : 'The claim waits for a decision again.'
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
              {approved ? 'Reverse the approval' : 'Open it again'}
            </Button>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
          </div>
        </>
      ) : (
        <div className={css.buttons}>
          <Button onClick={() => setOpen(true)}>{approved ? 'Reverse this approval' : 'Open this claim again'}</Button>
        </div>
      )}
    </div>
  );
}
