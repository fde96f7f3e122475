import { Clock, Mail, Phone } from 'lucide-react';
import { siteInfo } from '#contract/site.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { queryOf } from '#ui/base/platform/query.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import css from './OtherWays.module.css';

export default function OtherWays() {
  const { data: site } = useReply(queryOf(siteInfo, {}));
  return (
    <aside className={css.info} aria-label="Other ways to reach us">
      <div>
        <Mail aria-hidden="true" />
        <h2>Email</h2>
        <p>{site && <Link to={`mailto:${site.supportEmail}`}>{site.supportEmail}</Link>}</p>
      </div>
      <div>
        <Phone aria-hidden="true" />
        <h2>Phone</h2>
        <p>{site && <Link to={`tel:${site.supportPhone.replace(/[^\d+]/g, '')}`}>{site.supportPhone}</Link>}</p>
      </div>
      <div>
        <Clock aria-hidden="true" />
        <h2>Support hours</h2>
        <dl className={css.hours}>
          <div>
            <dt>Monday to Friday</dt>
            <dd>8:00 AM to 5:00 PM EST</dd>
          </div>
          <div>
            <dt>Saturday and Sunday</dt>
            <dd>Closed</dd>
          </div>
        </dl>
      </div>
    </aside>
  );
}
