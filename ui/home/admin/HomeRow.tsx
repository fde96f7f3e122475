import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#ui/kit/cx.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import css from './HomeRow.module.css';

interface HomeRowProps {
  icon: LucideIcon;
  to: string;
  title: ReactNode;
  detail: ReactNode;
  end?: ReactNode;
  /** Buttons. Narrow screens show them below the words. */
  actions?: ReactNode;
  tone?: 'plain' | 'bad';
}

/** A row of Home: a sentence that links to the list behind it. */
export const HomeRow = ({ icon: Icon, to, title, detail, end, actions, tone = 'plain' }: HomeRowProps) => (
  <li className={css.row}>
    <Icon className={cx(css.icon, tone === 'bad' && css.bad)} aria-hidden="true" strokeWidth={1.75} />
    <div className={css.words}>
      <Link to={to} className={css.title}>
        {title}
      </Link>
      <p className={css.detail}>{detail}</p>
    </div>
    {end && <div className={css.end}>{end}</div>}
    {actions && <div className={cx(css.end, css.actions)}>{actions}</div>}
  </li>
);

export const HomeRows = ({ children }: { children: ReactNode }) => <ul className={css.rows}>{children}</ul>;
