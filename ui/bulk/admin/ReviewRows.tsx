import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { decideRows, reviewRows, type Decision, type ReviewKind, type ReviewRow } from '#contract/bulk/review.ts';
import type { ImportRun } from '#contract/bulk/bulk.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { Table, type Column } from '#ui/kit/table/Table.tsx';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import type { Input as CallInput } from '#contract/endpoint.ts';

const PAGE_ROWS = 50;
const kindLabels: Record<ReviewKind, string> = {
  new: 'New',
  changed: 'Changed',
  same: 'Unchanged',
  refused: 'Refused',
  duplicates: 'Possible duplicates',
};
const decisionLabels: Record<Decision, string> = {
  apply: 'Apply',
  skip: 'Skip',
  keep: 'Keep ours',
  merge: 'Merge',
};
/** The possible decisions on the rows of a kind. Rows that change nothing need none. */
const choicesByKind: Record<ReviewKind, Decision[]> = {
  new: ['apply', 'skip'],
  changed: ['apply', 'keep', 'skip'],
  same: [],
  refused: [],
  duplicates: ['apply', 'merge', 'skip'],
};
const countOf = (run: ImportRun, kind: ReviewKind): number | null =>
  ({ new: run.rowsNew, changed: run.rowsChanged, same: run.rowsSame, refused: run.rowsRefused, duplicates: null })[
    kind
  ];

/** The rows of a dry run by kind, with a decision for each row or for all of a kind. */
export function ReviewRows({ run }: { run: ImportRun }) {
  const client = useQueryClient();
  const params = { id: String(run.id) };
  const [kind, setKind] = useState<ReviewKind>((run.rowsNew ?? 0) > 0 ? 'new' : 'changed');
  const [search, setSearch] = useState('');
  const text = useDeferredValue(search.trim());
  /** The last row of each earlier page. */
  const [starts, setStarts] = useState<number[]>([]);
  const after = starts.at(-1) ?? 0;
  const { data } = useQuery({
    queryKey: ['import-review', run.id, kind, text, after],
    queryFn: ({ signal }) =>
      api.counted(
        reviewRows,
        { params, query: { kind, after: String(after), ...(text === '' ? {} : { search: text }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
  const decide = useMutation({
    mutationFn: (body: CallInput<typeof decideRows>['body']) => api(decideRows, { params, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['import-review', run.id] }),
    onError: (error) => toast({ title: 'That didn’t work', description: sentenceOf(error), variant: 'destructive' }),
  });
  const show = (next: ReviewKind) => {
    setKind(next);
    setStarts([]);
  };
  const decideRow = (row: ReviewRow, decision: Decision) => {
    if (decision !== 'merge') decide.mutate({ decision, kind, rows: [row.row] });
    else if (row.dentistId !== null) decide.mutate({ decision, row: row.row, dentistId: row.dentistId });
  };
  const decideAll = (decision: Decision) =>
    decide.mutate(
      decision === 'merge'
        ? { decision: 'mergeDuplicates' }
        : { decision, kind, ...(text === '' ? {} : { search: text }) },
    );
  const choices = choicesByKind[kind];
  const total = data?.total ?? 0;
  return (
    <Card as="section" aria-labelledby="review">
      <div className={layout.stack}>
        <h2 id="review">Decide row by row</h2>
        <div className={layout.row}>
          <Select
            aria-label="Kind of rows"
            value={kind}
            options={Object.entries(kindLabels).map(([value, label]) => {
              const count = countOf(run, value as ReviewKind);
              return { value, label: count === null ? label : `${label} (${formatNumber(count)})` };
            })}
            onChange={(event) => show(event.target.value as ReviewKind)}
          />
          <div className={layout.grow}>
            <Input
              type="search"
              aria-label="Search rows"
              placeholder="Search by name, reason, or line"
              value={search}
              onChange={(event) => {
                setSearch(event.target.value);
                setStarts([]);
              }}
            />
          </div>
          {total > 0 &&
            choices.map((choice) => (
              <Button key={choice} busy={decide.isPending} onClick={() => decideAll(choice)}>
                {decisionLabels[choice]} all {formatNumber(total)}
              </Button>
            ))}
        </div>
        {!data && <Skeleton height={160} />}
        {data?.total === 0 && <EmptyState compact heading="h3" title="No rows of this kind" />}
        {data && data.total > 0 && (
          <Table
            label={`${kindLabels[kind]} rows`}
            rows={data.items}
            columns={columnsFor(kind, decideRow)}
            rowId={({ row, why }) => `${row} ${why ?? ''}`}
          />
        )}
        {(starts.length > 0 || (data?.items.length ?? 0) === PAGE_ROWS) && (
          <div className={layout.row}>
            <Button size="small" disabled={starts.length === 0} onClick={() => setStarts(starts.slice(0, -1))}>
              Previous
            </Button>
            <Button
              size="small"
              disabled={(data?.items.length ?? 0) < PAGE_ROWS}
              onClick={() => data && setStarts([...starts, data.items.at(-1)!.row])}
            >
              Next
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

function columnsFor(kind: ReviewKind, onDecide: (row: ReviewRow, decision: Decision) => void): Column<ReviewRow>[] {
  const choices = choicesByKind[kind];
  const columns: Column<ReviewRow>[] = [
    { id: 'line', header: 'Line', width: 80, cell: ({ line }) => line },
    {
      id: 'name',
      header: 'Listing',
      cell: ({ name, dentistId }) =>
        dentistId === null ? name : <Link to={`/profile/${dentistId}`}>{name ?? `Listing ${dentistId}`}</Link>,
    },
    {
      id: 'what',
      header: kind === 'changed' ? 'Changes' : 'Why',
      cell: ({ changes, why }) =>
        why ??
        changes
          .map(({ field, before, after }) => `${field}: ${before ?? '(empty)'} → ${after ?? '(empty)'}`)
          .join('; '),
    },
    {
      id: 'decision',
      header: 'Decision',
      width: 170,
      cell: (row) =>
        choices.length === 0 || (kind === 'duplicates' && row.dentistId === null) ? (
          <Badge tone="neutral">{kind === 'same' ? 'Unchanged' : 'Refused'}</Badge>
        ) : (
          <Select
            aria-label={`Decision on line ${row.line}`}
            value={row.decision}
            options={choices.map((choice) => ({ value: choice, label: decisionLabels[choice] }))}
            onChange={(event) => onDecide(row, event.target.value as Decision)}
          />
        ),
      words: ({ decision }) => decisionLabels[decision],
    },
  ];
  return kind === 'new' || kind === 'same' ? columns.filter(({ id }) => id !== 'what') : columns;
}
