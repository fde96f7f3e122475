import { Bookmark, X } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useUser } from '#ui/accounts/session.ts';
import { useAppForm } from '#ui/app/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Popover } from '#ui/kit/overlays/Popover.tsx';
import { layout } from '#ui/kit/layout.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import css from './SavedFilters.module.css';
import { filterOf, MOST_FILTERS, useFilters, withFilter, writeFilters, type SavedFilter } from './saved-filters.ts';

/** Saves the current filters under a name, and applies saved ones. `names` are the URL parameters that filter. */
export function SavedFilters({ names }: { names: readonly string[] }) {
  const user = useUser();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const [open, setOpen] = useState(false);
  const form = useAppForm({ defaultValues: { name: '' }, keep: { draft: `saved filter ${pathname}` } });
  const userId = user?.id;
  const filters = useFilters(userId, pathname);
  if (userId === undefined) return null;
  const currentSearch = filterOf(search, names);
  const currentFilter = filters.find((filter) => filter.search === currentSearch);
  const saveFilters = (next: SavedFilter[]) => {
    if (!writeFilters(userId, pathname, next))
      toast({ title: 'Not saved', description: 'This browser does not allow storage.', variant: 'destructive' });
  };
  const newName = form.values.name.trim();
  return (
    <Popover
      label="Saved views"
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button icon={<Bookmark />} aria-label={currentFilter ? `Saved views, ${currentFilter.name}` : 'Saved views'}>
          {currentFilter ? <span className={css.clip}>{currentFilter.name}</span> : 'Saved views'}
        </Button>
      }
    >
      <div className={layout.stack} data-density="compact">
        {filters.length > 0 && (
          <ul className={css.list} aria-label="Saved views">
            {filters.map((filter) => (
              <li key={filter.name} className={css.filter}>
                <Link
                  to={`${pathname}?${filter.search}`}
                  className={css.name}
                  aria-current={filter === currentFilter ? 'page' : undefined}
                  onClick={() => setOpen(false)}
                >
                  <span className={css.clip}>{filter.name}</span>
                </Link>
                <IconButton
                  size="small"
                  label={`Remove ${filter.name}`}
                  onClick={() => saveFilters(filters.filter((other) => other !== filter))}
                >
                  <X />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        <form
          className={layout.stack}
          onSubmit={form.submit(() => {
            saveFilters(withFilter(filters, { name: newName, search: currentSearch }));
            form.reset();
          })}
        >
          <Field
            label="Save current filters"
            hint={
              currentSearch === ''
                ? 'Search or filter first, then name it here.'
                : 'Saved in this browser for your account.'
            }
          >
            <Input {...form.field('name')} maxLength={60} placeholder="Name" disabled={currentSearch === ''} />
          </Field>
          <Button
            type="submit"
            size="small"
            variant="primary"
            disabled={currentSearch === '' || newName === '' || filters.length >= MOST_FILTERS}
          >
            Save
          </Button>
        </form>
      </div>
    </Popover>
  );
}
