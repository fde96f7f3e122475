import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { closeProblem, listProblems, type Problem } from '#contract/admin-listings.ts';
import { problemTopics } from '#contract/problem-topics.ts';
import { LoadFailed } from '#ui/app/LoadFailed.tsx';
import { Head } from '#ui/app/Head.tsx';
import type { Page } from '#ui/app/page.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Segmented } from '#ui/kit/controls/Segmented.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatLocalDateTime } from '#ui/kit/format.ts';
import { api } from '#ui/platform/api.ts';
import { countedOf, refresh } from '#ui/platform/query.ts';
import { toastError } from '#ui/platform/toast-error.ts';
import { layout } from '#ui/kit/layout.ts';
import { AdminPageBody, AdminPageHeader } from '#ui/admin-shell/AdminPageBody.tsx';
import { Pager } from '#ui/admin-shell/Pager.tsx';
import { useUrlState } from '#ui/admin-shell/use-url-state.ts';

const PAGE = 50;
const lists = [
  { value: 'open', label: 'Open' },
  { value: 'resolved', label: 'Resolved' },
  { value: 'dismissed', label: 'Dismissed' },
] as const;

function ProblemsPage() {
  const [search, change] = useUrlState();
  const status = lists.find(({ value }) => value === search.get('status'))?.value ?? 'open';
  const list = useQuery({
    ...countedOf(listProblems, { query: { status, page: search.get('page') ?? undefined, pageSize: String(PAGE) } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  return (
    <AdminPageBody>
      <Head title="Reported problems" noindex />
      <AdminPageHeader title="Reported Problems">
        <Segmented
          label="Reports"
          options={lists}
          value={status}
          onValueChange={(value) => change({ status: value === 'open' ? null : value, page: null })}
        />
      </AdminPageHeader>
      {list.isPending && <Skeleton height={240} />}
      {list.isError && <LoadFailed title="The reports could not be loaded" compact query={list} />}
      {list.data?.items.length === 0 && (
        <EmptyState title={status === 'open' ? 'No open reports' : 'Nothing here yet'} scene="done" compact>
          Errors that visitors report on profiles appear here.
        </EmptyState>
      )}
      {list.data?.items.map((problem) => (
        <ProblemCard key={problem.id} problem={problem} />
      ))}
      {list.data && list.data.total > 0 && (
        <Pager total={list.data.total} pageSize={PAGE} one="report" many="reports" />
      )}
    </AdminPageBody>
  );
}

function ProblemCard({ problem }: { problem: Problem }) {
  const client = useQueryClient();
  const close = useMutation({
    mutationFn: (status: Problem['status']) =>
      api(closeProblem, { params: { id: String(problem.id) }, body: { status, read: { status: problem.status } } }),
    onSuccess: () => refresh(client, '/api/admin/problems'),
    async onError(error) {
      toastError(error);
      await refresh(client, '/api/admin/problems');
    },
  });
  const about = problemTopics.find(([name]) => name === problem.about)?.[1] ?? problem.about;
  return (
    <Card as="article" className={layout.tight}>
      <div className={layout.between}>
        <h2>
          <Link to={problem.href} target="_blank">
            {problem.listingName}
          </Link>
        </h2>
        <Badge tone="warn">{about}</Badge>
      </div>
      <p style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{problem.message}</p>
      <div className={layout.between}>
        <span className={layout.muted}>
          {formatLocalDateTime(problem.createdAt)}
          {problem.email && (
            <>
              {' · '}
              <Link to={`mailto:${problem.email}`}>{problem.email}</Link>
            </>
          )}
        </span>
        <span className={layout.row}>
          <ButtonLink size="small" to={`/admin/listings?q=${problem.dentistId}&open=${problem.dentistId}`}>
            Open the listing
          </ButtonLink>
          {problem.status === 'open' ? (
            <>
              <Button size="small" variant="primary" busy={close.isPending} onClick={() => close.mutate('resolved')}>
                Resolved
              </Button>
              <Button size="small" variant="quiet" disabled={close.isPending} onClick={() => close.mutate('dismissed')}>
                Dismiss
              </Button>
            </>
          ) : (
            <Button size="small" busy={close.isPending} onClick={() => close.mutate('open')}>
              Reopen
            </Button>
          )}
        </span>
      </div>
    </Card>
  );
}

export const page: Page = { Component: ProblemsPage };
