import { Pencil } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import css from './SectionCard.module.css';
import type { ListingSection } from './ListingSections.tsx';

interface SectionCardProps {
  section: ListingSection;
  summary: string;
  isOpen: boolean;
  /** It was opened by itself, and not together with all others. */
  isOpened: boolean;
  onOpen: () => void;
  children: ReactNode;
}

/** A section of the editor: one line that sums it up, or its form. */
export function SectionCard({ section: { id, title }, summary, isOpen, isOpened, onOpen, children }: SectionCardProps) {
  const head = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen && isOpened && !wasOpen.current) {
      head.current?.scrollIntoView({ block: 'start' });
      head.current?.querySelector<HTMLElement>('h3')?.focus({ preventScroll: true });
    }
    wasOpen.current = isOpen;
  }, [isOpen, isOpened]);
  return (
    <Card as="section" aria-labelledby={`section-${id}`} className={css.card} data-open={isOpen || undefined}>
      <div ref={head} className={css.head}>
        <div className={css.titles}>
          <h3 id={`section-${id}`} tabIndex={-1}>
            {title}
          </h3>
          {!isOpen && <p className={css.summary}>{summary || 'Not set'}</p>}
        </div>
        {!isOpen && (
          <Button
            id={`edit-${id}`}
            size="small"
            icon={<Pencil />}
            aria-label={`Edit ${title.toLowerCase()}`}
            onClick={onOpen}
          >
            Edit
          </Button>
        )}
      </div>
      {isOpen && <div className={css.body}>{children}</div>}
    </Card>
  );
}
