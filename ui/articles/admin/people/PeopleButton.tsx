import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus, Users } from 'lucide-react';
import { useState } from 'react';
import { deletePerson, listPeople, type ListedPerson } from '#contract/articles/people.ts';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import { api } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { refreshArticles } from '../admin-articles.ts';
import css from './PeopleButton.module.css';
import { PersonDialog } from './PersonDialog.tsx';

/** A button that opens the authors and reviewers of articles. */
export function PeopleButton() {
  const [open, setOpen] = useState<'list' | 'new' | ListedPerson | null>(null);
  return (
    <>
      <Button variant="quiet" icon={<Users />} onClick={() => setOpen('list')}>
        People
      </Button>
      <Dialog
        open={open === 'list'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'list' : null)}
        title="Authors and reviewers"
        description="Articles show their name and credentials, and introduce them below the text."
        footer={
          <Button variant="primary" icon={<Plus />} onClick={() => setOpen('new')}>
            Add a person
          </Button>
        }
      >
        {open === 'list' && <PeopleList onEdit={setOpen} />}
      </Dialog>
      {open !== null && open !== 'list' && (
        <PersonDialog person={open === 'new' ? null : open} onClose={() => setOpen('list')} />
      )}
    </>
  );
}

function PeopleList({ onEdit }: { onEdit: (person: ListedPerson) => void }) {
  const client = useQueryClient();
  const people = useQuery({ ...queryOf(listPeople, {}), staleTime: 0 });
  const remove = useMutation({
    mutationFn: (id: number) => api(deletePerson, { params: { id: String(id) } }),
    onSuccess: () => refreshArticles(client),
    onError: (error) => toastError(error),
  });
  if (people.isError) return <LoadFailed title="We couldn't load the authors and reviewers" compact query={people} />;
  if (!people.data) return <Skeleton height={160} />;
  if (people.data.length === 0)
    return (
      <EmptyState title="No authors or reviewers yet" compact>
        Add the dentists and editors who write and review your articles.
      </EmptyState>
    );
  return (
    <ul className={css.list} aria-label="Authors and reviewers">
      {people.data.map((person) => (
        <li key={person.id} className={css.row}>
          <div className={css.text}>
            <strong>{person.byline}</strong>
            {person.introduction && <span className={layout.note}>{person.introduction}</span>}
            <span className={layout.note}>
              {formatNumber(person.articles)} {person.articles === 1 ? 'article' : 'articles'}
            </span>
          </div>
          <div className={layout.pair}>
            <Button size="small" aria-label={`Edit ${person.byline}`} onClick={() => onEdit(person)}>
              Edit
            </Button>
            <Confirm
              danger
              title={`Delete “${person.byline}”?`}
              description="Articles keep the name and credentials, without the introduction. This can’t be undone."
              action="Delete person"
              onConfirm={() => remove.mutateAsync(person.id)}
              trigger={
                <Button size="small" variant="quiet" aria-label={`Delete ${person.byline}`}>
                  Delete
                </Button>
              }
            />
          </div>
        </li>
      ))}
    </ul>
  );
}
