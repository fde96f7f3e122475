import { useQuery } from '@tanstack/react-query';
import { siteInfo } from '#contract/site.ts';
import { inOneLine } from '#shared/site-settings.ts';
import { useSite } from '#ui/base/page/App.tsx';
import { useUser } from '#ui/base/session.ts';
import { Avatar } from '#ui/kit/display/Avatar.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatMonth } from '#ui/kit/format.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import css from './AccountCards.module.css';

export function AccountCard() {
  const user = useUser();
  if (!user) return null;
  const since = formatMonth(user.createdAt);
  return (
    <Card as="section" aria-labelledby="account-title" className={css.card}>
      <h2 id="account-title">Account</h2>
      <div className={css.person}>
        <Avatar name={user.name} size={44} />
        <div>
          <p className={css.name}>{user.name}</p>
          <p className={css.muted}>{user.email}</p>
        </div>
      </div>
      <p className={css.muted}>Member since {since}</p>
      <ButtonLink to="/account" size="small">
        Account settings
      </ButtonLink>
    </Card>
  );
}

export function HelpCard() {
  const { supportHours } = useSite();
  const { data: site } = useQuery(queryOf(siteInfo, {}));
  return (
    <Card className={css.card}>
      <h2>Support</h2>
      <p className={css.muted}>{inOneLine(supportHours)}.</p>
      {site && (
        <p>
          <Link to={`mailto:${site.supportEmail}`}>{site.supportEmail}</Link>
          <br />
          <Link to={`tel:${site.supportPhone.replace(/[^\d+]/g, '')}`}>{site.supportPhone}</Link>
        </p>
      )}
      <ButtonLink to="/contact" size="small">
        Contact us
      </ButtonLink>
    </Card>
  );
}
