import { useLocation } from 'react-router-dom';
import { usePayments } from '#ui/base/page/use-payments.ts';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import css from './DashboardNav.module.css';

const pages = [
  ['/dashboard', 'Home'],
  ['/dashboard/appointments', 'Appointments'],
  ['/dashboard/billing', 'Billing'],
  ['/account', 'Account'],
] as const;

/** The pages of an owner. The console has only the account. */
export function DashboardNav() {
  const { pathname } = useLocation();
  const payments = usePayments();
  const { staffConsole } = usePlatform();
  if (staffConsole) return null;
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
