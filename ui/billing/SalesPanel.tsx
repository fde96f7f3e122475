import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { inOneLine } from '#shared/site-settings.ts';
import { siteInfo } from '#contract/site.ts';
import { useSite } from '#ui/base/page/App.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { queryOf } from '#ui/base/platform/query.ts';

/** How to reach sales, for visitors who chose Enterprise. */
export function SalesPanel({ className }: { className?: string | undefined }) {
  const { supportHours } = useSite();
  const [search] = useSearchParams();
  const isRequested = search.get('contact') === 'sales';
  const { data: site } = useQuery({ ...queryOf(siteInfo, {}), enabled: isRequested });
  if (!isRequested) return null;
  return (
    <Callout title="Let's talk about Enterprise" announce className={className}>
      <p>
        Tell us about your brands and what you need.{' '}
        {site && (
          <>
            Write to <Link to={`mailto:${site.supportEmail}?subject=Enterprise`}>{site.supportEmail}</Link> or call{' '}
            <Link to={`tel:${site.supportPhone.replace(/[^\d+]/g, '')}`}>{site.supportPhone}</Link>,{' '}
          </>
        )}
        {inOneLine(supportHours)}. You can also use the <Link to="/contact">contact form</Link>.
      </p>
    </Callout>
  );
}
