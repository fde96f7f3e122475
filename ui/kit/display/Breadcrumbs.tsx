import type { ReactNode } from 'react';
import { Link } from './Link.tsx';
import css from './Breadcrumbs.module.css';

interface Crumb {
  label: ReactNode;
  to?: string;
}

export function Breadcrumbs({ crumbs, className }: { crumbs: readonly Crumb[]; className?: string }) {
  return (
    <nav aria-label="Breadcrumb" className={className}>
      <ol className={css.crumbs}>
        {crumbs.map((crumb, index) => (
          <li key={crumb.to ?? `here-${index}`}>
            {crumb.to ? <Link to={crumb.to}>{crumb.label}</Link> : <span aria-current="page">{crumb.label}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
