import { useLocation } from 'react-router-dom';
import { Link } from '#ui/kit/display/Link.tsx';
import css from './DashboardNav.module.css';

const pages = [
  ['/dashboard', 'Home'],
  ['/dashboard/appointments', 'Appointments'],
  ['/dashboard/billing', 'Billing'],
  ['/account', 'Account'],
] as const;

/** The pages of an owner. */
export function DashboardNav() {
  const { pathname } = useLocation();
  return (
    <nav className={css.nav} aria-label="Dashboard">
      {pages.map(([to, label]) => (
        <Link key={to} to={to} aria-current={pathname === to ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
