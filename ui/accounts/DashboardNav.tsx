import { useLocation } from 'react-router-dom';
import { usePayments } from '#ui/base/page/use-payments.ts';
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
  const payments = usePayments();
  return (
    <nav className={css.nav} aria-label="Dashboard">
      {pages
        .filter(([to]) => payments || to !== '/dashboard/billing')
        .map(([to, label]) => (
          <Link key={to} to={to} aria-current={pathname === to ? 'page' : undefined}>
            {label}
          </Link>
        ))}
    </nav>
  );
}
