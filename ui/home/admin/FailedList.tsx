import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CloudAlert, CreditCard, DatabaseBackup, FileUp, MailWarning, type LucideIcon } from 'lucide-react';
import { handleFailedJobs } from '#contract/home/failed-jobs.ts';
import type { StaffHome } from '#contract/home/staff-home.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { formatAgo, formatNumber } from '#ui/kit/format.ts';
import { useNow } from '#ui/kit/use-now.ts';
import { api } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { HomeRow, HomeRows } from './HomeRow.tsx';

type Failed = StaffHome['failed'][number];
const lists: Record<Failed['kind'], { icon: LucideIcon; to: string; one: string; many: string }> = {
  mails: { icon: MailWarning, to: '/admin', one: 'email could not be sent', many: 'emails could not be sent' },
  jobs: { icon: CloudAlert, to: '/admin', one: 'background job failed', many: 'background jobs failed' },
  imports: { icon: FileUp, to: '/admin/imports?status=failed', one: 'import failed', many: 'imports failed' },
  payments: {
    icon: CreditCard,
    to: '/admin/subscriptions?status=past_due%7Cunpaid%7Cincomplete',
    one: 'payment failed',
    many: 'payments failed',
  },
  backups: { icon: DatabaseBackup, to: '/admin/backups', one: 'backup failed', many: 'backups failed' },
};

/** Failures with the reason of the latest. Failed emails and jobs can run again from here. */
export function FailedList({ failed }: { failed: readonly Failed[] }) {
  const now = useNow(60_000);
  return (
    <HomeRows>
      {failed.map(({ kind, count, latestAt, detail }) => {
        const { icon, to, one, many } = lists[kind];
        return (
          <HomeRow
            key={kind}
            icon={icon}
            to={to}
            tone="bad"
            title={`${formatNumber(count)} ${count === 1 ? one : many}`}
            detail={[`${count === 1 ? '' : 'Latest '}${formatAgo(latestAt, now)}`, detail].filter(Boolean).join('. ')}
            actions={(kind === 'mails' || kind === 'jobs') && <RetryButtons kind={kind} />}
          />
        );
      })}
    </HomeRows>
  );
}

function RetryButtons({ kind }: { kind: 'mails' | 'jobs' }) {
  const client = useQueryClient();
  const handle = useMutation({
    mutationFn: (action: 'retry' | 'dismiss') => api(handleFailedJobs, { body: { kind, action } }),
    onSuccess: () => refresh(client, '/api/admin/home'),
    onError: (error) => toastError(error),
  });
  return (
    <>
      <Button size="small" busy={handle.isPending} onClick={() => handle.mutate('retry')}>
        Try again
      </Button>
      <Button size="small" variant="quiet" busy={handle.isPending} onClick={() => handle.mutate('dismiss')}>
        Dismiss
      </Button>
    </>
  );
}
