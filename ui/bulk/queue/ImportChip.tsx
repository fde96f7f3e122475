import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { QueuedImport } from '#contract/bulk/import-queue.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { Popover } from '#ui/kit/overlays/Popover.tsx';
import css from './ImportChip.module.css';
import { QueueList } from './QueueList.tsx';
import { isOpen, isRunning, useImportQueue, useQueueChanges } from './use-import-queue.ts';

/** The running import in the status line of every staff page, with the whole queue on request. */
export function ImportChip() {
  const items = useImportQueue();
  useQueueChanges(items);
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const running = items.find(isRunning);
  const text = describeQueue(items);
  if (text === null) return null;
  return (
    <Popover
      label="Imports"
      // A link in the list leads to another page, which closes it.
      open={openAt === pathname}
      onOpenChange={(open) => setOpenAt(open ? pathname : null)}
      trigger={
        <button type="button" className={css.chip}>
          {running && (
            <span className={css.track} aria-hidden="true">
              <span className={css.bar} style={{ width: `${(running.share ?? 0) * 100}%` }} />
            </span>
          )}
          <span className={css.text}>{text}</span>
        </button>
      }
    >
      <div className={css.list}>
        <QueueList items={items} />
      </div>
      <p className={css.foot}>
        <Link to="/admin/imports">All imports</Link>
      </p>
    </Popover>
  );
}

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

/** Such as “Importing 45% · 2 waiting.” Null if nothing runs, waits, or needs a person. */
export function describeQueue(items: readonly QueuedImport[]): string | null {
  const running = items.find(isRunning);
  const waiting = items.filter(({ state }) => state === 'waiting').length;
  const reviews = items.filter(({ state }) => state === 'review').length;
  if (running) {
    const share = `Importing ${Math.floor((running.share ?? 0) * 100)}%`;
    return waiting > 0 ? `${share} · ${waiting} waiting` : share;
  }
  if (items.some(isOpen)) return `${count(waiting, 'import', 'imports')} waiting`;
  return reviews > 0 ? `${count(reviews, 'import needs', 'imports need')} review` : null;
}
