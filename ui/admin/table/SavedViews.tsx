import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark, X } from 'lucide-react';
import { useState } from 'react';
import type { TableName } from '#shared/tables/table-list.ts';
import { deleteTableView, listTableViews, saveTableView, type TableView } from '#contract/tables/table-views.ts';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { layout } from '#ui/kit/layout.ts';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { Popover } from '#ui/kit/overlays/Popover.tsx';
import { api } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import css from './SavedViews.module.css';
import type { TableViewState } from './use-table-view.ts';

/** Views of this list that the admin saved, and those that colleagues share. */
export function SavedViews({ name, view }: { name: TableName; view: Pick<TableViewState, 'search' | 'applySearch'> }) {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const views = useQuery({ ...queryOf(listTableViews, { query: { table: name } }), refetchOnMount: 'always' });
  const [asking, setAsking] = useState<TableView | null>(null);
  const currentView = views.data?.find(({ search }) => search === view.search);
  const form = useAppForm({ defaultValues: { name: '', isShared: false }, keep: { draft: `saved view ${name}` } });
  const onChanged = {
    onSuccess: () => refresh(client, '/api/admin/table-views'),
    onError: (error: unknown) => toastError(error),
  };
  const save = useMutation({
    mutationFn: (values: { name: string; isShared: boolean }) =>
      api(saveTableView, { body: { table: name, search: view.search, ...values } }),
    ...onChanged,
  });
  const remove = useMutation({
    mutationFn: (id: number) => api(deleteTableView, { params: { id: String(id) } }),
    ...onChanged,
  });
  const own = views.data?.filter(({ isOwn }) => isOwn) ?? [];
  const shared = views.data?.filter(({ isOwn }) => !isOwn) ?? [];
  const row = (saved: TableView) => (
    <li key={saved.id} className={css.view}>
      <button
        type="button"
        className={css.name}
        aria-current={saved === currentView ? 'true' : undefined}
        onClick={() => {
          view.applySearch(saved.search);
          setOpen(false);
        }}
      >
        <span className={css.clip}>{saved.name}</span>
        <span className={css.owner}>{saved.isOwn ? (saved.isShared ? 'Shared' : '') : saved.ownerName}</span>
      </button>
      {saved.canDelete && (
        <IconButton
          size="small"
          label={saved.isOwn ? `Delete the view ${saved.name}` : `Delete ${saved.ownerName}’s view ${saved.name}`}
          onClick={() => (saved.isOwn ? remove.mutate(saved.id) : setAsking(saved))}
        >
          <X />
        </IconButton>
      )}
    </li>
  );
  const typedName = form.values.name.trim();
  return (
    <Popover
      label="Saved views"
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button icon={<Bookmark />} aria-label={currentView ? `Saved views, ${currentView.name}` : 'Saved views'}>
          <span className={css.clip}>{currentView?.name ?? 'Saved views'}</span>
        </Button>
      }
    >
      <div className={layout.stack} data-density="compact">
        {own.length > 0 && (
          <ul className={css.list} aria-label="Your views">
            {own.map(row)}
          </ul>
        )}
        {shared.length > 0 && (
          <section className={layout.tight}>
            <h3 className={css.heading}>Shared by others</h3>
            {shared.some(({ canDelete }) => canDelete) && (
              <p className={layout.note}>Administrators can delete them for everyone.</p>
            )}
            <ul className={css.list} aria-label="Shared views">
              {shared.map(row)}
            </ul>
          </section>
        )}
        <form
          method="post"
          className={layout.stack}
          noValidate
          onSubmit={form.submit((values) => {
            if (!typedName || save.isPending) return;
            save.mutate(
              { ...values, name: typedName },
              { onSuccess: () => form.setValues({ name: '', isShared: false }) },
            );
          })}
        >
          <Field label="Save the current view as">
            <Input maxLength={60} {...form.field('name')} />
          </Field>
          <Checkbox
            label="Share with colleagues"
            checked={form.values.isShared}
            onChange={(event) => form.setValues({ isShared: event.target.checked })}
          />
          <Button type="submit" disabled={!typedName} busy={save.isPending}>
            {own.some((saved) => saved.name === typedName) ? 'Replace this view' : 'Save this view'}
          </Button>
        </form>
        <Confirm
          open={asking !== null}
          onOpenChange={(isOpen) => !isOpen && setAsking(null)}
          title={`Delete ${asking?.ownerName ?? ''}’s view?`}
          description={`“${asking?.name ?? ''}” disappears for everyone who uses it. This action cannot be undone.`}
          action="Delete the view"
          onConfirm={() => {
            if (asking) remove.mutate(asking.id);
          }}
        />
      </div>
    </Popover>
  );
}
