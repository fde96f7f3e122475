import { Pagination } from '#ui/kit/table/Pagination.tsx';
import css from './AdminShell.module.css';
import { useUrlState } from './use-url-state.ts';
import { formatNumber } from '#ui/kit/format.ts';

interface PagerProps {
  total: number;
  pageSize: number;
  one: string;
  many: string;
  /** Where counting stops. */
  most?: number;
}

/** How much there is, and the way through it; the page is part of the address. */
export function Pager({ total, pageSize, one, many, most }: PagerProps) {
  const [search] = useUrlState();
  const page = Math.max(1, Number(search.get('page')) || 1);
  const beyond = most !== undefined && total >= most;
  return (
    <div className={css.between}>
      <span className={css.soft} role="status">
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
