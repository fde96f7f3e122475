import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { editListing, restoreDeleted } from '#contract/listings/admin-listings.ts';
import type { TableRow } from '#contract/tables/tables.ts';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { useMay } from '#ui/admin/use-may.ts';
import { AdminPageBody, AdminPageHeader } from '#ui/admin/AdminPageBody.tsx';
import { DataTable } from '#ui/admin/table/DataTable.tsx';
import { InlineEdit } from '#ui/admin/table/InlineEdit.tsx';
import { useUrlState } from '#ui/admin/use-url-state.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { CreateListingSheet } from './CreateListingSheet.tsx';
import { ListingSheet } from './ListingSheet.tsx';
import { MergeDialog } from './MergeDialog.tsx';

const standingTones: Record<string, 'good' | 'warn'> = { Verified: 'good', 'Changes under review': 'warn' };

function StandingCell({ standing }: { standing: string }) {
  const tone = standingTones[standing];
  return tone ? <Badge tone={tone}>{standing}</Badge> : standing;
}

/** The columns that are edited in place. */
const editable = { phone: 'Phone', email: 'Email', website: 'Website', specialty: 'Specialty' } as const;

function ListingsPage() {
  const mayManage = useMay('listings.manage');
  const mayEdit = useMay('listings.edit');
  const [search, change] = useUrlState();
  const client = useQueryClient();
  const deleted = search.get('deleted') === '1';
  const [merging, setMerging] = useState<{ pair: [number, number]; clear: () => void } | null>(null);
  const open = Number(search.get('open')) || null;
  const reload = () => refresh(client, '/api/admin/tables', '/api/admin/listings', '/api/dentists');
  const restore = useMutation({
    mutationFn: (id: number) => api(restoreDeleted, { params: { id: String(id) } }),
    async onSuccess() {
      toast({ title: 'Success', description: 'The listing has been restored.', variant: 'good' });
      await reload();
    },
    onError: (error) => toastError(error),
  });
  const saveField = async (row: TableRow, field: keyof typeof editable, value: string) => {
    await api(editListing, {
      params: { id: String(row.id) },
      body: { [field]: value, read: { [field]: row[field] ?? null } },
    });
    await reload();
  };
  const editCells = Object.fromEntries(
    Object.entries(editable).map(([field, label]) => [
      field,
      (row: TableRow) => (
        <InlineEdit
          key={`${String(row.id)} ${String(row[field])}`}
          label={`${label} of ${String(row.name ?? row.id)}`}
          value={String(row[field] ?? '')}
          onSave={(value) => saveField(row, field as keyof typeof editable, value)}
        >
          {row[field] ?? '—'}
        </InlineEdit>
      ),
    ]),
  );
  return (
    <AdminPageBody>
      <Head title="Listings" noindex />
      <AdminPageHeader title={deleted ? 'Deleted listings' : 'Listings'}>
        {mayManage && !deleted && (
          <Button variant="primary" onClick={() => change({ create: '1' })}>
            Create listing
          </Button>
        )}
        <Button
          onClick={() => change({ deleted: deleted ? null : '1', after: null, before: null, end: null, at: null })}
        >
          {deleted ? 'Back to the directory' : 'Deleted listings'}
        </Button>
      </AdminPageHeader>
      <DataTable
        name="listings"
        label={deleted ? 'Deleted listings' : 'Listings'}
        one="listing"
        many="listings"
        searchHint="Name, city, ZIP, phone, NPI, owner's email or number..."
        cells={{
          standing: (row) => <StandingCell standing={String(row.standing)} />,
          ...(deleted || !mayEdit ? {} : editCells),
        }}
        rowLabel={(row) => String(row.name ?? row.id)}
        canSelect={!deleted && mayManage}
        emptyHint={deleted ? 'Nothing has been deleted.' : undefined}
        selectionActions={(ids, clear) => (
          <Button
            size="small"
            disabled={ids.length !== 2}
            title="Select two listings of the same dentist"
            onClick={() => setMerging({ pair: [ids[0]!, ids[1]!], clear })}
          >
            Merge two
          </Button>
        )}
        {...(deleted
          ? {
              rowActions: {
                label: '',
                width: 110,
                cell: (row: TableRow) => (
                  <Button
                    size="small"
                    disabled={!mayManage}
                    busy={restore.isPending && restore.variables === row.id}
                    onClick={() => restore.mutate(Number(row.id))}
                    aria-label={`Restore ${String(row.name ?? row.id)}`}
                  >
                    Restore
                  </Button>
                ),
              },
            }
          : { onOpen: (row: TableRow) => change({ open: Number(row.id) }) })}
      />
      {open && <ListingSheet key={open} id={open} onClose={() => change({ open: null })} />}
      {search.get('create') && (
        <CreateListingSheet
          onClose={() => change({ create: null })}
          onCreated={(id) => change({ create: null, open: id })}
        />
      )}
      {merging && (
        <MergeDialog
          pair={merging.pair}
          onClose={() => setMerging(null)}
          onDone={() => {
            merging.clear();
            setMerging(null);
          }}
        />
      )}
    </AdminPageBody>
  );
}

export const page: Page = { Component: ListingsPage };
