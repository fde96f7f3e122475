import { Clock, Mail, MapPin, Phone } from 'lucide-react';
import { siteInfo } from '#contract/site.ts';
import { useSite } from '#ui/base/page/App.tsx';
import { Lines } from '#ui/base/page/Lines.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { queryOf } from '#ui/base/platform/query.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import css from './OtherWays.module.css';

export default function OtherWays() {
  const { data: site } = useReply(queryOf(siteInfo, {}));
  const { supportHours, company, address } = useSite();
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
        <p>
          <Lines of={supportHours} />
        </p>
      </div>
      {address && (
        <div>
          <MapPin aria-hidden="true" />
          <h2>Address</h2>
          <p>
            <Lines of={[company, address].filter(Boolean).join('\n')} />
          </p>
        </div>
      )}
    </aside>
  );
}
