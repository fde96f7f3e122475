import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import { TABLE_PAGE } from '#shared/tables/table-shape.ts';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import type { PagePosition } from './use-table-view.ts';

interface TablePagerProps {
  position: PagePosition;
  shown: number;
  before: string | null;
  after: string | null;
  /** Undefined until it is counted. */
  total: number | undefined;
  one: string;
  many: string;
  onChange: (position: PagePosition | null) => void;
}

/** Shows the range of rows and the total, and turns pages. */
export function TablePager({ position, shown, before, after, total, one, many, onChange }: TablePagerProps) {
  const first = before === null ? 0 : position.end && total !== undefined ? total - shown : position.at;
  const last = first + shown;
  const isWhole = before === null && after === null;
  const count = total ?? (isWhole ? shown : undefined);
  const sum = count === undefined ? '…' : `${formatNumber(count)} ${count === 1 ? one : many}`;
  const pages = isWhole ? null : (
    <nav className={layout.pair} aria-label="Pages">
      <IconButton label="First page" disabled={before === null} onClick={() => onChange(null)}>
        <ChevronFirst />
      </IconButton>
      <IconButton
        label="Previous page"
        disabled={before === null}
        onClick={() => onChange(first <= TABLE_PAGE ? null : { before: before!, at: Math.max(0, first - TABLE_PAGE) })}
      >
        <ChevronLeft />
      </IconButton>
      <IconButton label="Next page" disabled={after === null} onClick={() => onChange({ after: after!, at: last })}>
        <ChevronRight />
      </IconButton>
      <IconButton label="Last page" disabled={after === null} onClick={() => onChange({ end: '1', at: 0 })}>
        <ChevronLast />
      </IconButton>
    </nav>
  );
  return (
    <div className={layout.between}>
      <span className={layout.muted} role="status">
        {isWhole ? sum : `${formatNumber(first + 1)}–${formatNumber(last)} of ${sum}`}
      </span>
      {pages}
    </div>
  );
}
