import { usePayments } from '#ui/base/page/use-payments.ts';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { NavLink } from '#ui/kit/display/Link.tsx';
import { Sheet } from '#ui/kit/overlays/Sheet.tsx';
import { ThemeSwitch } from '#ui/kit/controls/ThemeSwitch.tsx';
import { navLinks, practiceLinks } from './nav-links.ts';
import css from './NavDrawer.module.css';

/** The header's links, in a drawer on small screens. */
export default function NavDrawer({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { links, list } = practiceLinks(usePayments());
  return (
    <Sheet title="Menu" open={open} onOpenChange={onOpenChange}>
      <nav aria-label="Menu" className={css.nav}>
        {navLinks.map(([to, label]) => (
          <NavLink key={to} to={to} className={css.link} onClick={() => onOpenChange(false)}>
            {label}
          </NavLink>
        ))}
        <NavLink to="/shortlist" className={css.link} onClick={() => onOpenChange(false)}>
          Shortlist
        </NavLink>
      </nav>
      <div className={css.foot}>
        <nav aria-labelledby="for-practices" className={css.practices}>
          <h3 id="for-practices" className={css.title}>
            For practices
          </h3>
          {links.map(([to, label]) => (
            <NavLink key={to} to={to} className={css.link} onClick={() => onOpenChange(false)}>
              {label}
            </NavLink>
          ))}
        </nav>
        <ButtonLink to={list} variant="primary" block onClick={() => onOpenChange(false)}>
          List Your Practice
        </ButtonLink>
        <ThemeSwitch />
      </div>
    </Sheet>
  );
}
