import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  catalogKinds,
  listCatalog,
  removeCatalogEntry,
  type CatalogEntry,
  type CatalogKind,
  addCatalogEntry,
  addInsurancePlan,
} from '#contract/listings/admin-catalog.ts';
import { AdminPageBody, AdminPageHeader } from '#ui/admin/AdminPageBody.tsx';
import { Pager } from '#ui/admin/Pager.tsx';
import { SearchBox } from '#ui/admin/SearchBox.tsx';
import { Toolbar } from '#ui/admin/Toolbar.tsx';
import { useUrlState } from '#ui/admin/use-url-state.ts';
import { Head } from '#ui/base/page/Head.tsx';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Segmented } from '#ui/kit/controls/Segmented.tsx';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { api } from '#ui/base/platform/api.ts';
import { countedOf, refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { MergeEntryDialog, RenameEntryDialog } from './CatalogDialogs.tsx';
import css from './CatalogPage.module.css';
import { countUses, kindNames, staleAfterChange } from './catalog-names.ts';
import { PlanActions } from './PlanActions.tsx';
import { useUndoCatalogMerge } from './use-separate-plan.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { NameDialog } from './NameDialog.tsx';

/** The kinds to which staff add entries. Practices come with their listings. */
const added = {
  services: { article: 'a service', action: 'Add service', title: 'Service added' },
  'practice-types': { article: 'a practice type', action: 'Add practice type', title: 'Practice type added' },
  'insurance-plans': { article: 'an insurance plan', action: 'Add plan', title: 'Plan added' },
  topics: { article: 'a topic', action: 'Add topic', title: 'Topic added' },
} as const;
type AddedKind = keyof typeof added;
const isAdded = (kind: CatalogKind): kind is AddedKind => Object.hasOwn(added, kind);

const AddDialog = ({ kind, onClose }: { kind: AddedKind; onClose: () => void }) => (
  <NameDialog
    title={`Add ${added[kind].article}`}
    description={
      kind === 'topics'
        ? 'It gets a page of its own and a schedule. Articles can be about it at once.'
        : 'Owners and imports can name it, and patients can search by it.'
    }
    action={added[kind].action}
    name=""
    {...(kind === 'topics' && { about: '' })}
    draft={`new ${kind}`}
    save={(name, about) =>
      kind === 'insurance-plans'
        ? api(addInsurancePlan, { body: { name } })
        : api(addCatalogEntry, { params: { kind }, body: { name, about } })
    }
    onSaved={(name) =>
      toast({
        title: added[kind].title,
        description: kind === 'topics' ? `Articles can now be about “${name}.”` : `Owners can now choose “${name}.”`,
        variant: 'good',
      })
    }
    onClose={onClose}
  />
);

const PAGE = 50;

/** Services, practice types, practices, and insurance plans, with the number of listings that use each. */
function CatalogPage() {
  const [search, change] = useUrlState();
  const kind = catalogKinds.find((name) => name === search.get('list')) ?? 'services';
  const { one, many } = kindNames[kind];
  const q = search.get('q') ?? undefined;
  const [isAdding, setAdding] = useState(false);
  const list = useQuery({
    ...countedOf(listCatalog, {
      params: { kind },
      query: { q, page: search.get('page') ?? undefined, pageSize: String(PAGE) },
    }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  return (
    <AdminPageBody>
      <Head title="Services and practices" noindex />
      <AdminPageHeader title="Services and practices">
        <Segmented
          className={css.lists}
          label="List"
          options={catalogKinds.map((value) => ({ value, label: kindNames[value].title }))}
          value={kind}
          onValueChange={(value) => change({ list: value === 'services' ? null : value, q: null, page: null })}
        />
      </AdminPageHeader>
      <Toolbar>
        <SearchBox label={`Search ${many}`} placeholder="Search by name" />
        {isAdded(kind) && <Button onClick={() => setAdding(true)}>{added[kind].action}</Button>}
      </Toolbar>
      {list.isPending && <Skeleton height={320} />}
      {list.isError && <LoadFailed title="The list could not be loaded" compact query={list} />}
      {list.data?.items.length === 0 && (
        <EmptyState title={`No ${many} found`} heading="h2" compact scene="search">
          Try the first letters of the name.
        </EmptyState>
      )}
      {list.data && list.data.items.length > 0 && (
        <ul className={css.entries} aria-label={kindNames[kind].title} data-density="compact">
          {list.data.items.map((entry) => (
            <Entry key={`${kind} ${entry.id}`} kind={kind} entry={entry} />
          ))}
        </ul>
      )}
      {isAdding && isAdded(kind) && <AddDialog kind={kind} onClose={() => setAdding(false)} />}
      {list.data && <Pager total={list.data.total} pageSize={PAGE} one={one} many={many} />}
    </AdminPageBody>
  );
}

const detailPrefix: Partial<Record<CatalogKind, string>> = {
  services: 'Formerly ',
  'practice-types': 'Formerly ',
  'insurance-plans': 'Also ',
  topics: 'Formerly ',
};
const describeDetail = (kind: CatalogKind, detail: string): string => `${detailPrefix[kind] ?? ''}${detail}`;

function Entry({ kind, entry }: { kind: CatalogKind; entry: CatalogEntry }) {
  const client = useQueryClient();
  const [open, setOpen] = useState<'rename' | 'merge' | null>(null);
  const undo = useUndoCatalogMerge();
  // A topic has a description, too.
  const edit = kind === 'topics' ? 'Edit' : 'Rename';
  const remove = useMutation({
    mutationFn: () => api(removeCatalogEntry, { params: { kind, id: String(entry.id) } }),
    onSuccess: () => refresh(client, ...staleAfterChange),
    onError: (error) => toastError(error),
  });
  return (
    <li className={css.entry}>
      <div className={css.text}>
        <strong>{entry.name}</strong>
        {entry.about && <span className={css.muted}>{entry.about}</span>}
        {entry.detail && <span className={css.muted}>{describeDetail(kind, entry.detail)}</span>}
        {entry.gone && (
          <span>
            <Badge>{entry.gone === 'merged' ? `Part of ${entry.mergedInto ?? ''}` : 'Retired'}</Badge>
          </span>
        )}
      </div>
      <span className={css.count}>{countUses(kind, entry.listings)}</span>
      <div className={css.buttons}>
        {entry.gone !== 'merged' && (
          <>
            <Button size="small" aria-label={`${edit} ${entry.name}`} onClick={() => setOpen('rename')}>
              {edit}
            </Button>
            <Button size="small" aria-label={`Merge ${entry.name}`} onClick={() => setOpen('merge')}>
              Merge
            </Button>
          </>
        )}
        {entry.merges.map((merge) => (
          <Button
            key={merge.id}
            size="small"
            variant="quiet"
            busy={undo.isPending && undo.variables === merge.id}
            onClick={() => undo.mutate(merge.id)}
          >
            Separate “{merge.name}”
          </Button>
        ))}
        {kind === 'insurance-plans' && <PlanActions plan={entry} />}
        {kind !== 'insurance-plans' && entry.listings === 0 && (
          <Confirm
            danger
            title={`Delete “${entry.name}”?`}
            description={`No ${kindNames[kind].uses[0]} uses it. This can’t be undone.`}
            action="Delete it"
            onConfirm={async () => void (await remove.mutateAsync())}
            trigger={
              <Button size="small" variant="quiet" aria-label={`Delete ${entry.name}`}>
                Delete
              </Button>
            }
          />
        )}
      </div>
      {open === 'rename' && <RenameEntryDialog kind={kind} entry={entry} onClose={() => setOpen(null)} />}
      {open === 'merge' && <MergeEntryDialog kind={kind} entry={entry} onClose={() => setOpen(null)} />}
    </li>
  );
}

export const page: Page = { Component: CatalogPage };
