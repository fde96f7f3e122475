import { layout } from '#ui/kit/layout.ts';
import { Card } from '#ui/kit/display/Card.tsx';
import { QueueList } from './QueueList.tsx';
import { useImportQueue } from './use-import-queue.ts';

/** The imports that run, wait, or have ended in the last day. */
export function ImportQueue() {
  const items = useImportQueue();
  if (items.length === 0) return null;
  return (
    <section className={layout.tight} aria-labelledby="import-queue">
      <h2 id="import-queue">Queue</h2>
      <Card>
        <QueueList items={items} />
      </Card>
    </section>
  );
}
