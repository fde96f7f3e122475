import { useState } from 'react';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { ConflictDialog } from '../ConflictDialog.tsx';
import css from './AttentionList.module.css';
import { useAttention } from './use-attention.ts';

/** Lists problems and waiting work, each with the way to settle it. */
export function AttentionList() {
  const { items, isPending } = useAttention();
  const [showsConflicts, setShowsConflicts] = useState(false);
  return (
    <section className={css.section} aria-labelledby="attention">
      <h2 id="attention">Needs attention</h2>
      {isPending && items.length === 0 ? (
        <Skeleton height={160} />
      ) : items.length === 0 ? (
        <EmptyState compact scene="done" title="You’re all caught up" heading="h3">
          New claims, finished checks, and problems show up here.
        </EmptyState>
      ) : (
        <ul className={css.list}>
          {items.map(({ id, tone, title, detail, action }) => (
            <li key={id} className={css.item} data-tone={tone}>
              <span className={css.text}>
                <strong>{title}</strong>
                <span className={css.detail}>{detail}</span>
              </span>
              {'to' in action ? (
                <ButtonLink size="small" to={action.to} aria-label={`${action.label}: ${title}`}>
                  {action.label}
                </ButtonLink>
              ) : (
                <Button size="small" aria-label={`${action.label}: ${title}`} onClick={() => setShowsConflicts(true)}>
                  {action.label}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <ConflictDialog open={showsConflicts} onClose={() => setShowsConflicts(false)} />
    </section>
  );
}
