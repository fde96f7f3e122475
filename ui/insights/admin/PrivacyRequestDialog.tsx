import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { closePrivacyRequest, privacyKindNames, type PrivacyRequest } from '#contract/accounts/privacy.ts';
import { EditConflict } from '#ui/base/forms/EditConflict.tsx';
import { useConflictForm } from '#ui/base/forms/use-conflict-form.ts';
import { refreshInbox } from '#ui/admin/inbox/use-inbox.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatShortLocalDate } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, fieldsOf, sentenceOf } from '#ui/base/platform/api.ts';

const toFormValues = ({ status, notes }: PrivacyRequest) => ({ status, notes });

interface PrivacyRequestDialogProps {
  request: PrivacyRequest;
  onClose: () => void;
  onDone: (status: PrivacyRequest['status']) => void;
}

/** Answers, refuses, or reopens a privacy request, with a note of the outcome. */
export function PrivacyRequestDialog({ request, onClose, onDone }: PrivacyRequestDialogProps) {
  const cache = useQueryClient();
  const record = useConflictForm(`privacy request ${request.id}`, request, toFormValues);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const saveStatus = async (status: PrivacyRequest['status'], { base, values } = record.formState) => {
    const { notes } = values;
    if (status !== 'open' && notes.trim() === '') return setProblem('Please note what was done or why not.');
    if (busy) return;
    record.setValues({ status });
    setBusy(true);
    try {
      await api(closePrivacyRequest, {
        params: { id: String(request.id) },
        body: { status, notes, read: { status: base.status, notes: base.notes } },
      });
      record.endDraft();
      await refreshInbox(cache);
      toast({ title: 'Request Updated', variant: 'good' });
      onDone(status);
    } catch (error) {
      if (!record.handleConflict(error)) setProblem(fieldsOf(error).notes ?? sentenceOf(error));
      setBusy(false);
    }
  };
  const isOpen = record.base.status === 'open';
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={privacyKindNames[request.kind]}
      description={`${request.name}, received ${formatShortLocalDate(request.receivedAt)}, due ${formatShortLocalDate(request.dueAt)}`}
      footer={
        isOpen ? (
          <>
            <Button variant="danger" busy={busy} onClick={() => void saveStatus('refused')}>
              Refuse
            </Button>
            <Button variant="primary" busy={busy} onClick={() => void saveStatus('done')}>
              Mark as answered
            </Button>
          </>
        ) : (
          <Button busy={busy} onClick={() => void saveStatus('open')}>
            Reopen
          </Button>
        )
      }
    >
      <div className={layout.stack}>
        <p>
          <Link to={`mailto:${request.email}`}>{request.email}</Link>
          {request.hasAccount ? ' (has an account)' : ' (no account)'}
        </p>
        {request.message && <p style={{ whiteSpace: 'pre-wrap' }}>{request.message}</p>}
        <Field label="Outcome" error={problem} required={isOpen}>
          <Textarea
            rows={4}
            value={record.values.notes}
            onChange={(event) => record.setValues({ notes: event.target.value })}
          />
        </Field>
        <EditConflict
          form={record}
          names={{ notes: 'Outcome', status: 'Status' }}
          busy={busy}
          onKeepMine={() => {
            const myState = record.keepMyValues();
            void saveStatus(myState.values.status, myState);
          }}
        />
      </div>
    </Dialog>
  );
}
