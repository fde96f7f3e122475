import { useQuery } from '@tanstack/react-query';
import { adminAnalytics, contentAnalytics } from '#contract/insights/analytics.ts';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { sentenceOf } from '#ui/base/platform/api.ts';
import { usePayments } from '#ui/base/page/use-payments.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { AnalyticsSection } from './AnalyticsSection.tsx';
import { layout } from '#ui/kit/layout.ts';
import css from './DirectoryToday.module.css';

type Fact = [label: string, value: number | undefined, detail?: string];

const everyMinute = { refetchInterval: 60_000 };

/** The totals of today, which no period changes. */
export function DirectoryToday() {
  const site = useQuery({ ...queryOf(adminAnalytics, {}), ...everyMinute });
  const content = useQuery({ ...queryOf(contentAnalytics, {}), ...everyMinute });
  const error = site.error ?? content.error;
  const payments = usePayments();
  const facts: Fact[] = [
    ['Dentists', site.data?.totalDentists],
    ['Verified practices', site.data?.verifiedPractices],
    ['Cities', content.data?.cities],
    ['States', content.data?.states],
    ['Total users', site.data?.totalUsers],
    ['Registered users', site.data?.registeredUsers, 'excluding staff'],
    ...(payments
      ? [['Active subscriptions', site.data?.activeSubscriptions, 'including trials and given plans'] as Fact]
      : []),
    ['Claim requests', site.data?.claimRequests, site.data && `${formatNumber(site.data.pendingClaims)} pending`],
    ['Searches today', site.data?.todaySearches, 'since midnight'],
    ['Dental categories', content.data?.categories],
  ];
  return (
    <AnalyticsSection id="today" question="How large is the directory today?">
      {error ? (
        <Callout tone="bad" title="We couldn't load the totals">
          {sentenceOf(error)}
        </Callout>
      ) : (
        <Card>
          <dl className={css.facts}>
            {facts.map(([label, value, detail]) => (
              <div key={label} className={css.fact}>
                <dt>
                  {label}
                  {detail && <span className={layout.fine}> {detail}</span>}
                </dt>
                <dd>{value === undefined ? '—' : formatNumber(value)}</dd>
              </div>
            ))}
          </dl>
        </Card>
      )}
    </AnalyticsSection>
  );
}
