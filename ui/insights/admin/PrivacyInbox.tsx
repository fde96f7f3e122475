import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { closePrivacyRequest, listPrivacyRequests, privacyKindNames, type PrivacyRequest } from '#contract/privacy.ts';
import { EditConflict } from '#ui/app/EditConflict.tsx';
import { useConflictForm } from '#ui/app/use-conflict-form.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Segmented } from '#ui/kit/controls/Segmented.tsx';
import { Table, type Column } from '#ui/kit/table/Table.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { formatShortLocalDate } from '#ui/kit/format.ts';
import { useNow } from '#ui/kit/use-now.ts';
import { api, fieldsOf, sentenceOf } from '#ui/platform/api.ts';
import { queryOf, refresh } from '#ui/platform/query.ts';
import { layout } from '#ui/kit/layout.ts';
import { RecordRequestDialog } from './RecordRequestDialog.tsx';

const DAY = 86_400_000;

function DueDate({ request }: { request: PrivacyRequest }) {
  const now = useNow(60_000);
  if (request.closedAt) return <>{formatShortLocalDate(request.closedAt)}</>;
  const daysLeft = Math.ceil((Date.parse(request.dueAt) - now) / DAY);
  const text =
    daysLeft < 0
      ? `${-daysLeft} ${daysLeft === -1 ? 'day' : 'days'} late`
      : daysLeft === 0
        ? 'today'
        : daysLeft === 1
          ? 'tomorrow'
          : `in ${daysLeft} days`;
  return <Badge tone={daysLeft < 0 ? 'bad' : daysLeft <= 7 ? 'warn' : 'neutral'}>{text}</Badge>;
}

const noRequests: never[] = [];

export function PrivacyInbox() {
  const [status, setStatus] = useState<'open' | 'closed'>('open');
  const [openRequest, setOpenRequest] = useState<PrivacyRequest | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const { data, error } = useQuery({ ...queryOf(listPrivacyRequests, { query: { status } }), refetchInterval: 60_000 });
  const columns = useMemo(
    (): Column<PrivacyRequest>[] => [
      { id: 'kind', header: 'Request', cell: ({ kind }) => privacyKindNames[kind] },
      { id: 'name', header: 'Name', cell: ({ name }) => name, sortBy: ({ name }) => name },
      {
        id: 'due',
        header: status === 'open' ? 'Due' : 'Closed',
        cell: (request) => <DueDate request={request} />,
        sortBy: ({ dueAt, closedAt }) => closedAt ?? dueAt,
      },
      {
        id: 'open',
        header: <span className="hidden-text">Actions</span>,
        align: 'end',
        cell: (request) => (
          <Button size="small" onClick={() => setOpenRequest(request)}>
            Open<span className="hidden-text"> the request from {request.name}</span>
          </Button>
        ),
      },
    ],
    [status],
  );
  return (
    <Card className={layout.stack}>
      <div className={layout.between}>
        <div>
          <h3>Privacy requests</h3>
          <p className={layout.note}>Answer within 30 days.</p>
        </div>
        <div className={layout.row}>
          <Segmented
            label="Status"
            value={status}
            onValueChange={setStatus}
            options={[
              { value: 'open', label: 'Open' },
              { value: 'closed', label: 'Closed' },
            ]}
          />
          <Button onClick={() => setIsAdding(true)}>Add request</Button>
        </div>
      </div>
      <Table
        label="Privacy requests"
        rows={data ?? noRequests}
        columns={columns}
        rowId={({ id }) => String(id)}
        loading={!data && !error}
        loadingRows={2}
        empty={
          <EmptyState
            title={error ? sentenceOf(error) : status === 'open' ? 'No open requests' : 'No closed requests'}
            heading="h3"
            compact
          />
        }
      />
      {isAdding && <RecordRequestDialog onClose={() => setIsAdding(false)} />}
      {openRequest && <RequestDialog request={openRequest} onClose={() => setOpenRequest(null)} />}
    </Card>
  );
}

const toFormValues = ({ status, notes }: PrivacyRequest) => ({ status, notes });

function RequestDialog({ request, onClose }: { request: PrivacyRequest; onClose: () => void }) {
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
      await refresh(cache, '/api/admin/privacy-requests');
      toast({ title: 'Request Updated', variant: 'good' });
      onClose();
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
