import { useQuery } from '@tanstack/react-query';
import { AlarmClock, UserRound } from 'lucide-react';
import { useState } from 'react';
import { changeInboxItem, listAssignees } from '#contract/inbox.ts';
import { useUser } from '#ui/base/session.ts';
import { useShortcuts } from '#ui/admin/use-shortcuts.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#ui/kit/overlays/Menu.tsx';
import { formatLocalWeekdayTime } from '#ui/kit/format.ts';
import { useNow } from '#ui/kit/use-now.ts';
import { api } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './ItemControls.module.css';
import { listSnoozeTimes } from './snooze-times.ts';
import { useItemChange, type ChangedItem } from './use-inbox.ts';

interface Change {
  assigneeId?: number | null;
  snoozedUntil?: string | null;
}

interface ItemControlsProps {
  item: ChangedItem;
  onSnoozed: () => void;
  keys?: { assign: string; snooze: string };
}

/** Assigns and snoozes an item. A colleague's change in between is shown instead of overwritten. */
export function ItemControls({ item, onSnoozed, keys = { assign: 'a', snooze: 's' } }: ItemControlsProps) {
  const user = useUser();
  const now = useNow(60_000);
  const [isSnoozeOpen, setIsSnoozeOpen] = useState(false);
  const assignees = useQuery(queryOf(listAssignees, {}));
  const { id, kind, assigneeId, snoozedUntil, isOpen } = item;
  const change = useItemChange(item, (body: Change) =>
    api(changeInboxItem, {
      params: { kind, id: String(id) },
      body: { ...body, read: 'assigneeId' in body ? { assigneeId } : { snoozedUntil } },
    }),
  );
  const snooze = (until: Date | null) => {
    change.mutate({ snoozedUntil: until && until.toISOString() }, { onSuccess: () => until && onSnoozed() });
  };
  const takeOver = () => {
    if (user && assigneeId !== user.id && !change.isPending) change.mutate({ assigneeId: user.id });
  };
  useShortcuts({ [keys.assign]: takeOver, [keys.snooze]: () => isOpen && setIsSnoozeOpen(true) });
  return (
    <div className={layout.row}>
      <span className={css.assignee}>
        <UserRound size={16} aria-hidden="true" />
        <Select
          aria-label="Assigned to"
          value={assigneeId === null ? '' : String(assigneeId)}
          placeholder="Unassigned"
          disabled={change.isPending}
          onChange={({ target }) => change.mutate({ assigneeId: target.value === '' ? null : Number(target.value) })}
          options={(assignees.data ?? (assigneeId ? [{ id: assigneeId, name: item.assignee ?? '' }] : [])).map(
            (person) => ({
              value: String(person.id),
              label: person.id === user?.id ? `${person.name} (you)` : person.name,
            }),
          )}
        />
      </span>
      {isOpen && (
        <Menu
          align="start"
          open={isSnoozeOpen}
          onOpenChange={setIsSnoozeOpen}
          trigger={
            <Button icon={<AlarmClock />} busy={change.isPending}>
              {snoozedUntil ? 'Snoozed' : 'Snooze'}
            </Button>
          }
        >
          <MenuLabel>
            {snoozedUntil ? `Snoozed until ${formatLocalWeekdayTime(snoozedUntil)}` : 'Hide until then'}
          </MenuLabel>
          {listSnoozeTimes(new Date(now)).map(({ label, until }) => (
            <MenuItem key={label} onSelect={() => snooze(until)}>
              {label}
            </MenuItem>
          ))}
          {snoozedUntil && (
            <>
              <MenuSeparator />
              <MenuItem onSelect={() => snooze(null)}>Show now</MenuItem>
            </>
          )}
        </Menu>
      )}
    </div>
  );
}
