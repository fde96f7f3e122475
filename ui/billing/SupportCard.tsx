import { useQuery } from '@tanstack/react-query';
import { Clock, Mail, Phone } from 'lucide-react';
import { inOneLine } from '#shared/site-settings.ts';
import { siteInfo } from '#contract/site.ts';
import { useSite } from '#ui/base/page/App.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { queryOf } from '#ui/base/platform/query.ts';
import css from './SupportCard.module.css';

export function SupportCard() {
  const { supportHours } = useSite();
  const { data: site } = useQuery(queryOf(siteInfo, {}));
  return (
    <Card as="section" tone="wash" className={css.support} aria-labelledby="support">
      <div>
        <h2 id="support">Still have questions?</h2>
        <ul className={css.contacts}>
          {site && (
            <li>
              <Mail aria-hidden="true" />
              <Link to={`mailto:${site.supportEmail}`}>{site.supportEmail}</Link>
            </li>
          )}
          {site && (
            <li>
              <Phone aria-hidden="true" />
              <Link to={`tel:${site.supportPhone.replace(/[^\d+]/g, '')}`}>{site.supportPhone}</Link>
            </li>
          )}
          <li>
            <Clock aria-hidden="true" />
            {inOneLine(supportHours)}
          </li>
        </ul>
      </div>
      <ButtonLink to="/contact">Contact support</ButtonLink>
    </Card>
  );
}
