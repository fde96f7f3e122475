import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import { deleteNotice, readStaffStatus, setReadOnly, type StatusNotice } from '#contract/status.ts';
import { AdminPageBody, AdminPageHeader } from '#ui/admin/AdminPageBody.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { api } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatLocalDateTime } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { describePeriod, noticeStateLabels, noticeTones } from '../status-texts.ts';
import { NoticeForm } from './NoticeForm.tsx';
import { useShowStatus } from './use-show-status.ts';

type StaffStatus = Reply<typeof readStaffStatus>;

function StatusAdminPage() {
  const query = useQuery({ ...queryOf(readStaffStatus, {}), refetchOnMount: 'always' });
  const [edited, setEdited] = useState<StatusNotice | 'new' | null>(null);
  return (
    <AdminPageBody>
      <Head title="Status page" noindex />
      <AdminPageHeader title="Status page">
        <ButtonLink to="/status">Open the public page</ButtonLink>
        <Button variant="primary" onClick={() => setEdited('new')}>
          New notice
        </Button>
      </AdminPageHeader>
      <p className={layout.hint}>
        Tell visitors about a problem or planned work. While a notice is planned or ongoing, every page shows its title.
      </p>
      {query.isPending && <Skeleton height={240} />}
      {query.isError && <LoadFailed title="We couldn't load the notices" heading="h2" compact query={query} />}
      {query.data && <ReadOnlyCard readOnly={query.data.readOnly} />}
      {query.data?.notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} onUpdate={() => setEdited(notice)} />
      ))}
      {query.data?.notices.length === 0 && <p className={layout.muted}>No notices yet.</p>}
      {edited && <NoticeForm notice={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </AdminPageBody>
  );
}

function ReadOnlyCard({ readOnly }: Pick<StaffStatus, 'readOnly'>) {
  const show = useShowStatus();
  const change = useMutation({
    mutationFn: (isOn: boolean) => api(setReadOnly, { body: { isOn } }),
    onSuccess: show,
    onError: (error) => toastError(error),
  });
  return (
    <Card as="section" aria-labelledby="read-only-title">
      <div className={layout.stack}>
        <h2 id="read-only-title">Read-only mode</h2>
        {readOnly ? (
          <Callout tone="warn" title={`The site has been read-only since ${formatLocalDateTime(readOnly.since)}`}>
            <p>Visitors can search and read. No one can save, send, or pay, and background jobs wait.</p>
            <Button size="small" busy={change.isPending} onClick={() => change.mutate(false)}>
              End read-only mode
            </Button>
          </Callout>
        ) : (
          <>
            <p className={layout.hint}>
              For maintenance. Visitors can search and read, and people can log in. Anyone who tries to save, send, or
              pay is asked to try again later. Background jobs wait.
            </p>
            <div>
              <Confirm
                title="Make the site read-only?"
                description="Visitors and owners can’t save or send anything until you end it here. Every page says so."
                action="Make it read-only"
                danger
                trigger={<Button variant="danger">Make the site read-only</Button>}
                onConfirm={() => change.mutateAsync(true)}
              />
            </div>
          </>
        )}
      </div>
    </Card>
  );
}

function NoticeCard({ notice, onUpdate }: { notice: StatusNotice; onUpdate: () => void }) {
  const show = useShowStatus();
  const remove = useMutation({
    mutationFn: () => api(deleteNotice, { params: { id: String(notice.id) } }),
    onSuccess: show,
    onError: (error) => toastError(error),
  });
  return (
    <Card as="section" aria-label={notice.title}>
      <div className={layout.stack}>
        <div className={layout.row}>
          <h2>{notice.title}</h2>
          <Badge tone={noticeTones[notice.state]}>{noticeStateLabels[notice.state]}</Badge>
        </div>
        <p className={layout.muted}>{describePeriod(notice, formatLocalDateTime)}</p>
        {notice.updates.map(({ at, state, text }) => (
          <p key={at}>
            <span className={layout.note}>
              {formatLocalDateTime(at)} · {noticeStateLabels[state]}
            </span>
            <br />
            {text}
          </p>
        ))}
        <div className={layout.row}>
          <Button size="small" onClick={onUpdate}>
            Add an update
          </Button>
          <Confirm
            title="Remove this notice?"
            description="It disappears from the status page and from every page. The audit log keeps it."
            action="Remove"
            danger
            trigger={
              <Button size="small" variant="quiet">
                Remove
              </Button>
            }
            onConfirm={() => remove.mutateAsync()}
          />
        </div>
      </div>
    </Card>
  );
}

export const page: Page = { Component: StatusAdminPage };
