import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { closeAppointment, openAppointment } from '#contract/appointments/admin-appointments.ts';
import { nextState } from '#shared/appointments/appointment-state.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatLocalDateTime } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { Sheet } from '#ui/kit/overlays/Sheet.tsx';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { History } from '../History.tsx';
import { PatientDetails } from '../PatientDetails.tsx';
import { StateBadge } from '../StateBadge.tsx';

/** A request with what the patient wrote. Showing it is recorded. */
export function RequestSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const client = useQueryClient();
  const params = { id: String(id) };
  const open = useMutation({ mutationFn: () => api(openAppointment, { params: { id: String(id) } }) });
  const { mutate, data: request } = open;
  useEffect(() => mutate(), [mutate]);
  const close = async () => {
    try {
      await api(closeAppointment, { params });
      await refresh(client, '/api/admin/appointments', '/api/admin/tables/appointments');
      onClose();
    } catch (error) {
      toastError(error);
      throw error;
    }
  };
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Request ${id}`}
      description={request ? `Received ${formatLocalDateTime(request.createdAt)}` : ''}
    >
      {open.isError ? (
        <Callout tone="bad" title={sentenceOf(open.error)} />
      ) : !request ? (
        <Loading label="Loading the request">
          <Skeleton height={200} />
        </Loading>
      ) : (
        <div className={layout.stack}>
          <div className={layout.between}>
            <Link to={request.href} target="_blank">
              {request.listingName}
            </Link>
            <StateBadge state={request.state} />
          </div>
          <p>
            <strong>{request.name ?? 'Erased'}</strong>
          </p>
          <PatientDetails request={request} />
          <History history={request.history} timeZone={request.timeZone} reader="staff" />
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
        </div>
      )}
    </Sheet>
  );
}
