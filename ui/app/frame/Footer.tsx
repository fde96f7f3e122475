import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router-dom';
import { siteInfo } from '#contract/site.ts';
import { stateSlug, usStates } from '#shared/places/states.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { SiteMark } from '#ui/base/page/SiteMark.tsx';
import { ThemeSwitch } from '#ui/kit/controls/ThemeSwitch.tsx';
import { fetchToasts } from '#ui/kit/overlays/Toaster.tsx';
import { formatLocalDate } from '#ui/kit/format.ts';
import { useSite } from '#ui/base/page/App.tsx';
import { usePayments } from '#ui/base/page/use-payments.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import { preloadServerTrouble } from '../RouteError.tsx';
import { Lines } from '#ui/base/page/Lines.tsx';
import { SocialLinks } from './SocialLinks.tsx';
import css from './Footer.module.css';

const columns = [
  [
    'For Patients',
    [
      ['/directory', 'Find Dentists'],
      ['/geographic-map', 'Browse Cities'],
      ['/topics', 'Guides'],
      ['/about', 'About Our Service'],
      ['/contact', 'Get Help'],
    ],
  ],
  [
    'For Providers',
    [
      ['/add-listing', 'List Your Practice'],
      ['/pricing', 'Pricing'],
      ['/contact', 'Provider Support'],
    ],
  ],
  [
    'Company',
    [
      ['/about', 'About Us'],
      ['/contact', 'Contact'],
      ['/terms', 'Terms'],
      ['/privacy', 'Privacy'],
      ['/consumer-health-data', 'Health Data'],
      ['/how-ranking-works', 'Ranking'],
      ['/how-reviews-work', 'Reviews'],
      ['/accessibility', 'Accessibility'],
      ['/status', 'Status'],
    ],
  ],
] as const;

const states = usStates.filter((state) => state.kind !== 'territory');

const currentYear = (): number => new Date().getUTCFullYear();

export default function Footer() {
  return (
    <>
      <ScreenFooter />
      <PrintedFrom />
    </>
  );
}

function ScreenFooter() {
  const { brand, description, supportHours } = useSite();
  const { data: site } = useReply(queryOf(siteInfo, {}));
  const payments = usePayments();
  // The footer hydrates on the first interaction: a good time to fetch what must work offline.
  useEffect(() => {
    fetchToasts();
    preloadServerTrouble();
  }, []);
  return (
    <footer className={css.footer}>
      <div className={css.inner}>
        <div className={css.top}>
          <div className={css.about}>
            <p className={css.brand}>
              <SiteMark size={26} usedId="mark" className={css.mark} />
              {brand}
            </p>
            <p className={css.text}>{description}</p>
            <SocialLinks className={css.social} />
          </div>
          {columns.map(([title, links]) => (
            <nav key={title} aria-label={title}>
              <h2 className={css.title}>{title}</h2>
              <ul className={css.list}>
                {links
                  .filter(([to]) => payments || to !== '/pricing')
                  .map(([to, label]) => (
                    <li key={label}>
                      <Link to={to}>{label}</Link>
                    </li>
                  ))}
              </ul>
            </nav>
          ))}
          <section aria-label="Support">
            <h2 className={css.title}>Support</h2>
            <ul className={css.list}>
              {site && (
                <>
                  <li>
                    <Link to={`mailto:${site.supportEmail}`}>{site.supportEmail}</Link>
                  </li>
                  <li>
                    <Link to={`tel:${site.supportPhone.replace(/[^\d+]/g, '')}`}>{site.supportPhone}</Link>
                  </li>
                </>
              )}
              <li className={css.hours}>
                <Lines of={supportHours} />
              </li>
            </ul>
          </section>
        </div>
        <nav aria-label="Dentists by state" className={css.states}>
          {/* Collapsed on phones, because the list is long. The browser's page search opens it. */}
          <details>
            <summary className={css.more}>
              <h2 className={css.title}>Dentists by state</h2>
            </summary>
            <ul className={css.stateList}>
              {states.map((state) => (
                <li key={state.code}>
                  <Link to={`/dentists/${stateSlug(state)}`}>{state.name}</Link>
                </li>
              ))}
            </ul>
          </details>
        </nav>
        <div className={css.base}>
          <p>{`© ${currentYear()} ${brand}. All rights reserved.`}</p>
          {site?.sampleData && <p>Sample data: the practices, people and phone numbers shown here are invented.</p>}
          <ThemeSwitch className={css.theme} />
        </div>
      </div>
    </footer>
  );
}

/** The page's address and, from a browser with scripts, the date of printing. Shown on paper only. */
function PrintedFrom() {
  const { publicUrl } = useSite();
  const { pathname, search } = useLocation();
  const [date, setDate] = useState('');
  useEffect(() => {
    // The browser prints as soon as its listeners return, so React can't render later.
    const showDate = () => flushSync(() => setDate(formatLocalDate(Date.now())));
    addEventListener('beforeprint', showDate);
    return () => removeEventListener('beforeprint', showDate);
  }, []);
  // A link's token must not end up on paper.
  const shownSearch = search.includes('token') ? '' : search;
  // A path with two slashes names another host, whose name must not end up on our page.
  const shownPath = pathname.startsWith('//') ? '/' : pathname;
  return (
    // The server renders a shared page without the parameters that the page ignores.
    <p className={css.printed} suppressHydrationWarning>
      {`${publicUrl}${shownPath}${shownSearch}${date && ` · Printed on ${date}`}`}
    </p>
  );
}
