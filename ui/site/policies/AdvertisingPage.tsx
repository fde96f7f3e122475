import { ranking } from '#shared/listings/ranking.ts';
import { policies } from '#contract/policies/policies.ts';
import type { Page } from '#ui/base/page/page.ts';
import { usePayments } from '#ui/base/page/use-payments.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { queryOf } from '#ui/base/platform/query.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import { LegalPage, type LegalPart } from '../LegalPage.tsx';

const plans: LegalPart = {
  id: 'plans',
  title: 'What a plan changes',
  body: (
    <ul>
      <li>
        Each day, up to {ranking.sponsoredPlaces} Pro Max practices are drawn for the first places of a search. Their
        label is “Sponsored.” No other position depends on payment: see{' '}
        <Link to="/how-ranking-works">how ranking works</Link>.
      </li>
      <li>
        A plan adds photos, a website link, and more to a profile, highlights its card, and removes ads from the
        profile.
      </li>
      <li>A plan changes no rating, no review, and no other fact. You can hide sponsored places next to the sort.</li>
    </ul>
  ),
};

const partsOf = ({ ads, payments }: { ads: boolean; payments: boolean }): LegalPart[] => [
  {
    id: 'money',
    title: 'How we earn money',
    body: (
      <p>
        {payments ? (
          <>
            Patients pay nothing. Practices may buy <Link to="/pricing">a plan</Link>
            {ads ? ', and an advertising network pays us for ads.' : '. This site shows no other ads.'}
          </>
        ) : (
          `Patients and practices pay nothing. ${ads ? 'An advertising network pays us for ads.' : 'This site shows no ads.'}`
        )}
      </p>
    ),
  },
  ...(payments ? [plans] : []),
  ...(ads
    ? [
        {
          id: 'ads',
          title: 'Ads',
          body: (
            <p>
              Ads are marked “Advertisement.” They come from a network, and we don’t choose them or recommend what they
              show. With Global Privacy Control in your browser you see none. See{' '}
              <Link to="/privacy#share">who else sees what</Link>.
            </p>
          ),
        },
      ]
    : []),
  {
    id: 'articles',
    title: 'Articles',
    body: <p>No practice or company pays for an article or a mention in one.</p>,
  },
];

function Advertising() {
  const payments = usePayments();
  const { data } = useReply(queryOf(policies, {}));
  return (
    <LegalPage
      title="Advertising Disclosure"
      path="/advertising"
      description={`How {brand} earns money${payments ? ', which positions practices pay for,' : ''} and how ${payments ? 'they are' : 'ads are'} marked.`}
      intro="Who pays us, and what that changes."
      parts={partsOf({ ads: data?.ads ?? false, payments })}
    />
  );
}
export const page: Page = {
  Component: Advertising,
  load: ({ call, prefetch }) => prefetch(queryOf(policies, {}, call)),
};
