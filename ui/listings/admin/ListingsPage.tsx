import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { findListings, restoreDeleted, type StaffListing } from '#contract/admin-listings.ts';
import { standingLabel } from '#contract/standing.ts';
import { useMay } from '#ui/admin-shell/use-may.ts';
import { LoadFailed } from '#ui/app/LoadFailed.tsx';
import { Head } from '#ui/app/Head.tsx';
import type { Page } from '#ui/app/page.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { formatShortLocalDate } from '#ui/kit/format.ts';
import { Table, type Column } from '#ui/kit/table/Table.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/platform/api.ts';
import { countedOf, toTheEnd, refresh } from '#ui/platform/query.ts';
import { toastError } from '#ui/platform/toast-error.ts';
import { AdminPageBody, AdminPageHeader } from '#ui/admin-shell/AdminPageBody.tsx';
import { Toolbar } from '#ui/admin-shell/Toolbar.tsx';
import { CreateListingSheet } from './CreateListingSheet.tsx';
import { ListingSheet } from './ListingSheet.tsx';
import { MergeDialog } from './MergeDialog.tsx';
import { Pager } from '#ui/admin-shell/Pager.tsx';
import { SavedFilters } from '#ui/admin-shell/SavedFilters.tsx';
import { SearchBox } from '#ui/admin-shell/SearchBox.tsx';
import { useUrlState } from '#ui/admin-shell/use-url-state.ts';

const filters = ['q', 'owned', 'verified', 'deleted'];
const PAGE = 100;
const placeOf = (row: StaffListing) => [row.city, row.state].filter(Boolean).join(', ');
const baseColumns: Column<StaffListing>[] = [
  // Virtual rows need a width for each column, because a column without one can shrink to nothing.
  { id: 'name', header: 'Name', width: 260, cell: (row) => row.name },
  { id: 'specialty', header: 'Specialty', width: 170, cell: (row) => row.specialty ?? '—' },
  { id: 'place', header: 'Place', width: 190, cell: placeOf },
  { id: 'phone', header: 'Phone', width: 140, cell: (row) => row.phone ?? '—' },
  { id: 'owner', header: 'Owner', width: 200, cell: (row) => row.ownerEmail ?? '—' },
  {
    id: 'standing',
    header: 'Standing',
    width: 190,
    cell: (row) => {
      const label = standingLabel({ ...row, claimed: row.userId !== null });
      if (row.changesUnderReview) return <Badge tone="warn">{label}</Badge>;
      return label === 'Verified' ? <Badge tone="good">{label}</Badge> : label;
    },
  },
];

function ListingsPage() {
  const mayManage = useMay('listings.manage');
  const [search, change] = useUrlState();
  const client = useQueryClient();
  const filterOf = (name: string) => search.get(name) ?? undefined;
  const deleted = filterOf('deleted') === '1';
  const flag = (name: string) =>
    filterOf(name) === '1' ? ('1' as const) : filterOf(name) === '0' ? ('0' as const) : undefined;
  const query = {
    q: filterOf('q'),
    owned: flag('owned'),
    verified: flag('verified'),
    deleted: deleted ? '1' : undefined,
    pageSize: String(PAGE),
  } as const;
  const allRows = () =>
    toTheEnd(
      (after) => api(findListings, { query: { ...query, after } }),
      ({ id }) => id,
    );
  const list = useQuery({
    ...countedOf(findListings, { query: { ...query, page: filterOf('page') } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  const [selected, setSelected] = useState<string[]>([]);
  const [merging, setMerging] = useState<[number, number] | null>(null);
  const restore = useMutation({
    mutationFn: (id: number) => api(restoreDeleted, { params: { id: String(id) } }),
    async onSuccess() {
      toast({ title: 'Success', description: 'The listing has been restored.', variant: 'good' });
      await refresh(client, '/api/admin/listings');
    },
    onError: (error) => toastError(error),
  });
  const columns: Column<StaffListing>[] = deleted
    ? [
        ...baseColumns.slice(0, 5),
        {
          id: 'gone',
          header: 'Deleted',
          width: 120,
          cell: (row) => row.deletedAt && formatShortLocalDate(row.deletedAt),
        },
        {
          id: 'restore',
          header: '',
          width: 100,
          cell: (row) => (
            <Button
              size="small"
              disabled={!mayManage}
              busy={restore.isPending && restore.variables === row.id}
              onClick={() => restore.mutate(row.id)}
              aria-label={`Restore ${row.name}`}
            >
              Restore
            </Button>
          ),
        },
      ]
    : baseColumns;
  const open = Number(filterOf('open')) || null;
  const yesNo = (name: string, label: string, yes: string, no: string) => (
    <Select
      aria-label={label}
      placeholder={label}
      value={filterOf(name) ?? ''}
      onChange={(event) => change({ [name]: event.target.value, page: null })}
      options={[
        { value: '1', label: yes },
        { value: '0', label: no },
      ]}
    />
  );
  return (
    <AdminPageBody>
      <Head title="Listings" noindex />
      <AdminPageHeader title="Listings">
        {mayManage && !deleted && (
          <Button
            disabled={selected.length !== 2}
            title="Select two listings of the same dentist"
            onClick={() => setMerging([Number(selected[0]), Number(selected[1])])}
          >
            Merge two
          </Button>
        )}
        {!deleted && (
          <Button variant="primary" onClick={() => change({ create: '1' })}>
            Create listing
          </Button>
        )}
        <Button onClick={() => change({ deleted: deleted ? null : '1', page: null })}>
          {deleted ? 'Back to the directory' : 'Deleted listings'}
        </Button>
      </AdminPageHeader>
      <Toolbar>
        <SearchBox label="Search listings" placeholder="Name, city, ZIP, phone, NPI, owner's email or number..." />
        {yesNo('owned', 'Owned or not', 'Owned', 'Unclaimed')}
        {yesNo('verified', 'Verified or not', 'Ownership verified', 'Not verified')}
        <SavedFilters names={filters} />
      </Toolbar>
      {list.isError ? (
        <LoadFailed title="The listings could not be loaded" compact query={list} />
      ) : (
        <Table
          label={deleted ? 'Deleted listings' : 'Listings'}
          rows={list.data?.items ?? []}
          columns={columns}
          allRows={allRows}
          rowId={(row) => String(row.id)}
          rowLabel={(row) => row.name}
          loading={!list.data}
          height={620}
          virtual
          {...(deleted
            ? {}
            : {
                ...(mayManage && { selected, onSelectedChange: setSelected }),
                onOpen: (row: StaffListing) => change({ open: row.id }),
              })}
          empty={
            <EmptyState title="No listings found" heading="h2" compact scene="search">
              {(filterOf('q') ?? filterOf('owned') ?? filterOf('verified'))
                ? 'Try fewer words, or another filter.'
                : deleted && 'Nothing has been deleted.'}
            </EmptyState>
          }
        />
      )}
      {list.data && <Pager total={list.data.total} pageSize={PAGE} one="listing" many="listings" most={10_001} />}
      {open && <ListingSheet key={open} id={open} onClose={() => change({ open: null })} />}
      {filterOf('create') && (
        <CreateListingSheet
          onClose={() => change({ create: null })}
          onCreated={(id) => change({ create: null, open: id })}
        />
      )}
      {merging && (
        <MergeDialog
          pair={merging}
          onClose={() => setMerging(null)}
          onDone={() => {
            setMerging(null);
            setSelected([]);
          }}
        />
      )}
    </AdminPageBody>
  );
}

export const page: Page = { Component: ListingsPage };
