import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  acceptSuggestions,
  declineSuggestions,
  listSuggestions,
  visitWebsites,
  type StaffSuggestion,
} from '#contract/suggestions.ts';
import type { Input } from '#contract/endpoint.ts';
import { AdminPageBody, AdminPageHeader } from '#ui/admin/AdminPageBody.tsx';
import { useMay } from '#ui/admin/use-may.ts';
import { Head } from '#ui/base/page/Head.tsx';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { api } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { Table, type Column } from '#ui/kit/table/Table.tsx';
import { SuggestedValues, SuggestionSource } from '../SuggestionParts.tsx';

type Chosen = Input<typeof acceptSuggestions>['body'];
type Topic = Extract<Chosen, { topic: unknown }>['topic'];

const POLL_MS = 5_000;

const columns: Column<StaffSuggestion>[] = [
  { id: 'name', header: 'Listing', cell: ({ name, href }) => <Link to={href}>{name}</Link> },
  { id: 'values', header: 'Suggestion', cell: (row) => <SuggestedValues suggestion={row} /> },
  { id: 'quote', header: 'The website says', cell: (row) => <SuggestionSource suggestion={row} /> },
];

/** Values that websites state and unclaimed listings lack, for staff to accept or decline. */
function SuggestionsPage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const mayRun = useMay('imports.manage');
  const [topic, setTopic] = useState<Topic | null>(null);
  const [selected, setSelected] = useState<string[]>([]);
  const list = useQuery({
    ...queryOf(listSuggestions, { query: topic ? { topic } : {} }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data && state.data.websites.due > 0 ? POLL_MS : false),
  });
  const reload = () => refresh(client, listSuggestions.path);
  const visit = useMutation({
    mutationFn: () => api(visitWebsites, {}),
    onSuccess: ({ due }) =>
      toast({
        title: due > 0 ? `Visiting ${formatNumber(due)} websites` : 'All websites were visited in the last four weeks',
        variant: 'good',
      }),
    onSettled: reload,
    onError: (error) => toastError(error, 'Not started'),
  });
  const accept = async (body: Chosen) => {
    try {
      const { id } = await api(acceptSuggestions, { body });
      void navigate(`/admin/imports/${id}`);
    } catch (error) {
      toastError(error, 'Not accepted');
      throw error;
    }
  };
  const decline = useMutation({
    mutationFn: () => api(declineSuggestions, { body: { ids: selected.map(Number) } }),
    onSuccess: () => setSelected([]),
    onSettled: reload,
    onError: (error) => toastError(error, 'Not declined'),
  });
  const data = list.data;
  const current = data?.topics.find((one) => one.topic === topic);
  return (
    <AdminPageBody>
      <Head title="Website suggestions" noindex />
      <AdminPageHeader title="Website suggestions">
        <ButtonLink to="/admin/sources">Sources</ButtonLink>
        {mayRun && (
          <Button busy={visit.isPending} onClick={() => visit.mutate()}>
            Visit websites
          </Button>
        )}
      </AdminPageHeader>
      <p className={layout.hint}>
        What the practices’ own websites state and their listings lack. Nothing changes until you accept it. Suggestions
        for claimed listings wait for their owners.
      </p>
      {list.isPending && <Skeleton height={480} />}
      {list.isError && <LoadFailed title="The suggestions could not be loaded" compact query={list} />}
      {data && (
        <>
          <p className={layout.muted}>
            {formatNumber(data.websites.visited)} of {formatNumber(data.websites.all)} websites visited,{' '}
            {formatNumber(data.websites.due)} due, {formatNumber(data.websites.failed)} could not be read on the last
            visit.
          </p>
          <div className={layout.row} role="group" aria-label="Topic">
            <Button size="small" aria-pressed={topic === null} onClick={() => setTopic(null)}>
              All
            </Button>
            {data.topics.map(({ topic: key, label, open, forOwners }) => (
              <Button key={key} size="small" aria-pressed={topic === key} onClick={() => setTopic(key)}>
                {label}: {formatNumber(open)}
                {forOwners > 0 && `, ${formatNumber(forOwners)} for owners`}
              </Button>
            ))}
          </div>
          {mayRun && data.suggestions.length > 0 && (
            <div className={layout.row}>
              {selected.length > 0 && (
                <>
                  <Button variant="primary" onClick={() => void accept({ ids: selected.map(Number) }).catch(() => {})}>
                    Accept {formatNumber(selected.length)} selected
                  </Button>
                  <Button busy={decline.isPending} onClick={() => decline.mutate()}>
                    Decline {formatNumber(selected.length)} selected
                  </Button>
                </>
              )}
              {current && current.open > 0 && (
                <Confirm
                  title={`Accept all ${formatNumber(current.open)} suggestions about ${current.label.toLowerCase()}?`}
                  description="They are applied to unclaimed listings in one import, which you can undo."
                  action="Accept"
                  trigger={<Button>Accept all {formatNumber(current.open)}</Button>}
                  onConfirm={() => accept({ topic: current.topic })}
                />
              )}
            </div>
          )}
          <Table
            label="Suggestions"
            rows={data.suggestions}
            columns={columns}
            rowId={({ id }) => String(id)}
            rowLabel={({ name }) => name}
            empty={<EmptyState title="No open suggestions" />}
            {...(mayRun ? { selected, onSelectedChange: setSelected } : {})}
          />
        </>
      )}
    </AdminPageBody>
  );
}

export const page: Page = { Component: SuggestionsPage };
