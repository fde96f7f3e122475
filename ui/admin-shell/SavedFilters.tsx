import { Bookmark, X } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useUser } from '#ui/accounts/session.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Popover } from '#ui/kit/overlays/Popover.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import css from './AdminShell.module.css';
import { filterOf, MOST_FILTERS, useFilters, withFilter, writeFilters, type SavedFilter } from './saved-filters.ts';

/** Gives the filters that are set a name, and brings named ones back. `names` are the filters in the address. */
export function SavedFilters({ names }: { names: readonly string[] }) {
  const user = useUser();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const userId = user?.id;
  const filters = useFilters(userId, pathname);
  if (userId === undefined) return null;
  const now = filterOf(search, names);
  const current = filters.find((filter) => filter.search === now);
  const keep = (next: SavedFilter[]) => {
    if (!writeFilters(userId, pathname, next))
      toast({ title: 'Not saved', description: 'This browser keeps nothing.', variant: 'destructive' });
  };
  const chosen = name.trim();
  return (
    <Popover
      label="Saved filters"
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button icon={<Bookmark />} aria-label={current ? `Saved filters, ${current.name}` : 'Saved filters'}>
          {current ? <span className={css.clip}>{current.name}</span> : 'Filters'}
        </Button>
      }
    >
      <div className={css.stack} data-density="compact">
        {filters.length > 0 && (
          <ul className={css.plain} aria-label="Saved filters">
            {filters.map((filter) => (
              <li key={filter.name} className={css.filter}>
                <Link
                  to={`${pathname}?${filter.search}`}
                  className={css.item}
                  aria-current={filter === current ? 'page' : undefined}
                  onClick={() => setOpen(false)}
                >
                  <span className={css.clip}>{filter.name}</span>
                </Link>
                <IconButton
                  size="small"
                  label={`Remove ${filter.name}`}
                  onClick={() => keep(filters.filter((one) => one !== filter))}
                >
                  <X />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        <form
          className={css.stack}
          onSubmit={(event) => {
            event.preventDefault();
            keep(withFilter(filters, { name: chosen, search: now }));
            setName('');
          }}
        >
          <Field
            label="Save the filters that are set"
            hint={
              now === ''
                ? 'Search or filter first, then give it a name here.'
                : 'Kept in this browser, for your account.'
            }
          >
            <Input
              value={name}
              maxLength={60}
              placeholder="Name"
              disabled={now === ''}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <Button
            type="submit"
            size="small"
            variant="primary"
            disabled={now === '' || chosen === '' || filters.length >= MOST_FILTERS}
          >
            Save
          </Button>
        </form>
      </div>
    </Popover>
  );
}
