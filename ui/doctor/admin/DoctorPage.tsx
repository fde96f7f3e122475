import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { checkSystem } from '#contract/doctor.ts';
import type { Reply } from '#contract/endpoint.ts';
import { AdminPageBody, AdminPageHeader } from '#ui/admin/AdminPageBody.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Badge, type Tone } from '#ui/kit/display/Badge.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatLocalDateTime } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Table, type Column } from '#ui/kit/table/Table.tsx';
import css from './DoctorPage.module.css';

type Check = Reply<typeof checkSystem>['checks'][number];

const states: Record<Check['state'], { label: string; tone: Tone }> = {
  error: { label: 'Error', tone: 'bad' },
  warning: { label: 'Warning', tone: 'warn' },
  ok: { label: 'OK', tone: 'good' },
  skipped: { label: 'Not checked', tone: 'neutral' },
};
const StateBadge = ({ state }: Pick<Check, 'state'>) => <Badge tone={states[state].tone}>{states[state].label}</Badge>;

const columns: Column<Check>[] = [
  { id: 'check', header: 'Check', cell: ({ label }) => label },
  {
    id: 'state',
    header: 'State',
    cell: ({ state }) => <StateBadge state={state} />,
    words: ({ state }) => states[state].label,
  },
  { id: 'seen', header: 'Result', cell: ({ seen }) => seen },
];

function DoctorPage() {
  const query = useQuery({ ...queryOf(checkSystem, {}), refetchOnMount: 'always' });
  const checks = query.data?.checks ?? [];
  const faults = [
    ...checks.filter(({ state }) => state === 'error'),
    ...checks.filter(({ state }) => state === 'warning'),
  ];
  return (
    <AdminPageBody>
      <Head title="System check" noindex />
      <AdminPageHeader title="System check">
        <ButtonLink to="/admin/status">Status page</ButtonLink>
        <Button icon={<RefreshCw />} busy={query.isFetching} onClick={() => void query.refetch()}>
          Check again
        </Button>
      </AdminPageHeader>
      <p className={layout.hint}>
        {query.data && `Checked ${formatLocalDateTime(query.data.at)} by the server that answered. `}
        <code>npm run doctor</code> makes the same checks in a terminal.
      </p>
      {query.isPending && <Skeleton height={320} />}
      {query.isError && <LoadFailed title="We couldn't make the checks" heading="h2" compact query={query} />}
      {query.data && faults.length === 0 && (
        <EmptyState title="No faults found" heading="h2" compact scene="done">
          Everything that could be checked is fine.
        </EmptyState>
      )}
      {faults.map((check) => (
        <Card as="section" key={check.key}>
          <div className={css.check}>
            <div className={layout.row}>
              <h2>{check.label}</h2>
              <StateBadge state={check.state} />
            </div>
            <p>{check.seen}</p>
            {check.fix && <pre className={css.fix}>{check.fix}</pre>}
          </div>
        </Card>
      ))}
      {query.data && (
        <Table
          label="All checks"
          rows={checks.filter((check) => !faults.includes(check))}
          columns={columns}
          rowId={({ key }) => key}
        />
      )}
    </AdminPageBody>
  );
}

export const page: Page = { Component: DoctorPage };
