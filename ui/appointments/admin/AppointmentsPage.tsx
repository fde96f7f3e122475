import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { appointmentStates, nextState, stateLabels } from '#contract/appointment-state.ts';
import {
  closeAppointment,
  countAppointments,
  listAppointments,
  openAppointment,
  type ListedAppointment,
} from '#contract/admin-appointments.ts';
import { AdminPageBody, AdminPageHeader } from '#ui/admin-shell/AdminPageBody.tsx';
import { Pager } from '#ui/admin-shell/Pager.tsx';
import { useUrlState } from '#ui/admin-shell/use-url-state.ts';
import { Head } from '#ui/app/Head.tsx';
import { LoadFailed } from '#ui/app/LoadFailed.tsx';
import type { Page } from '#ui/app/page.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { layout } from '#ui/kit/layout.ts';
import { formatLocalDateTime, formatNumber } from '#ui/kit/format.ts';
import { api } from '#ui/platform/api.ts';
import { countedOf, queryOf, refresh } from '#ui/platform/query.ts';
import { toastError } from '#ui/platform/toast-error.ts';
import { History } from '../History.tsx';
import { PatientDetails } from '../PatientDetails.tsx';
import { StateBadge } from '../StateBadge.tsx';

const PAGE_SIZE = 50;

function AppointmentsPage() {
  const [search, change] = useUrlState();
  const state = appointmentStates.find((one) => one === search.get('state'));
  const list = useQuery({
    ...countedOf(listAppointments, { query: { state, page: search.get('page') ?? undefined } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  const { data: counts } = useQuery({ ...queryOf(countAppointments, {}), refetchOnMount: 'always' });
  const total = counts ? Object.values(counts).reduce((sum, n) => sum + n, 0) : null;
  const label = (text: string, n: number | null | undefined) => (n == null ? text : `${text} (${formatNumber(n)})`);
  return (
    <AdminPageBody>
      <Head title="Appointment requests" noindex />
      <AdminPageHeader title="Appointment Requests">
        <Field label="State" hideLabel>
          <Select
            value={state ?? ''}
            onChange={(event) => change({ state: event.target.value || null, page: null })}
            placeholder={label('All states', total)}
            options={appointmentStates.map((value) => ({ value, label: label(stateLabels[value], counts?.[value]) }))}
          />
        </Field>
      </AdminPageHeader>
      <p className={layout.hint}>
        Patient details stay hidden until you open a request. Each opening is recorded in the audit log.
      </p>
      {list.isPending && <Skeleton height={240} />}
      {list.isError && <LoadFailed title="The requests could not be loaded" compact query={list} />}
      {list.data?.items.length === 0 && (
        <EmptyState title="No requests" scene="done" compact>
          Requests that patients send to practices appear here.
        </EmptyState>
      )}
      {list.data?.items.map((request) => (
        <RequestCard key={request.id} request={request} />
      ))}
      {list.data && list.data.total > 0 && (
        <Pager total={list.data.total} pageSize={PAGE_SIZE} one="request" many="requests" />
      )}
    </AdminPageBody>
  );
}

function RequestCard({ request }: { request: ListedAppointment }) {
  const client = useQueryClient();
  const params = { id: String(request.id) };
  const open = useMutation({
    mutationFn: () => api(openAppointment, { params }),
    onError: (error) => toastError(error),
  });
  const close = async () => {
    try {
      await api(closeAppointment, { params });
      await refresh(client, '/api/admin/appointments');
    } catch (error) {
      toastError(error);
      throw error;
    }
  };
  return (
    <Card as="article" className={layout.stack} aria-label={`Request ${request.id}`}>
      <div className={layout.between}>
        <h2>
          <Link to={request.href} target="_blank">
            {request.listingName}
          </Link>
        </h2>
        <StateBadge state={request.state} />
      </div>
      {open.data && (
        <>
          <p>
            <strong>{open.data.name ?? 'Erased'}</strong>
          </p>
          <PatientDetails request={open.data} />
          <History history={open.data.history} timeZone={open.data.timeZone} reader="staff" />
        </>
      )}
      <div className={layout.between}>
        <span className={layout.muted}>
          Request {request.id} · {formatLocalDateTime(request.createdAt)}
          {request.isErased && ' · Data erased'}
        </span>
        <span className={layout.row}>
          {!open.data && (
            <Button size="small" busy={open.isPending} onClick={() => open.mutate()}>
              Open
            </Button>
          )}
          {nextState(request.state, 'close', 'staff') && (
            <Confirm
              title="Close this request?"
              description="The patient gets an email saying that the request broke the rules of this site. This can't be undone."
              action="Close request"
              danger
              trigger={
                <Button size="small" variant="quiet">
                  Close as abuse
                </Button>
              }
              onConfirm={close}
            />
          )}
        </span>
      </div>
    </Card>
  );
}

export const page: Page = { Component: AppointmentsPage };
