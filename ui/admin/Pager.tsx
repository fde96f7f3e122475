import { Pagination } from '#ui/kit/table/Pagination.tsx';
import { layout } from '#ui/kit/layout.ts';
import { useUrlState } from './use-url-state.ts';
import { formatNumber } from '#ui/kit/format.ts';

interface PagerProps {
  total: number;
  pageSize: number;
  one: string;
  many: string;
  /** The server stops counting here. */
  most?: number;
}

/** The number of rows, and the pagination. The page is part of the URL. */
export function Pager({ total, pageSize, one, many, most }: PagerProps) {
  const [search] = useUrlState();
  const page = Math.max(1, Number(search.get('page')) || 1);
  const beyond = most !== undefined && total >= most;
  return (
    <div className={layout.between}>
      <span className={layout.muted} role="status">
        {beyond ? `more than ${formatNumber(most - 1)}` : formatNumber(total)} {total === 1 ? one : many}
      </span>
      <Pagination
        page={page}
        pages={Math.ceil(total / pageSize)}
        hrefFor={(to) => {
          const next = new URLSearchParams(search);
          next.set('page', String(to));
          return `?${next.toString()}`;
        }}
      />
    </div>
  );
}
