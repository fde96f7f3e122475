import { ranking } from '#shared/listings/ranking.ts';
import { policies } from '#contract/policies/policies.ts';
import { inOneLine } from '#shared/site-settings.ts';
import type { Page } from '#ui/base/page/page.ts';
import { usePayments } from '#ui/base/page/use-payments.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { useSite, type Site } from '#ui/base/page/App.tsx';
import { queryOf } from '#ui/base/platform/query.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import { formatUtcDate } from '#ui/kit/format.ts';
import { LegalPage, type LegalPart } from './LegalPage.tsx';
import { readOwnText } from './own-text.tsx';

const payment: LegalPart = {
  id: 'payment',
  title: 'Subscriptions and payment',
  body: (
    <>
      <p>
        Subscriptions are billed monthly or yearly in advance, as you choose on the{' '}
        <Link to="/pricing">pricing page</Link>, and renew until they are cancelled. A cancelled subscription runs to
        the end of the period that was paid for.
      </p>
      <p>
        Your first payment is covered by a 30-day money-back guarantee: ask within 30 days and it is refunded in full.
        Apart from that, payments are non-refundable except where the law requires it.
      </p>
      <p>Card payments go through a card payment provider. Your card number never reaches our servers.</p>
    </>
  ),
};

const partsOf = ({ brand, company, address, supportHours }: Site, payments: boolean): LegalPart[] => [
  {
    id: 'who',
    title: 'Who we are',
    body: (
      <p>
        {company
          ? `The ${brand} brand is owned by ${company} (“${brand}”, “we”). By using this site you agree to these terms.`
          : `This site is ${brand} (“we”). By using it you agree to these terms.`}
        {address && ` Our address is ${inOneLine(address)}.`}
      </p>
    ),
  },
  {
    id: 'service',
    title: `What ${brand} is, and is not`,
    body: (
      <>
        <p>
          {brand} is a directory. It helps patients in the United States find dental practices and lets practices
          present themselves. It is free for patients.
        </p>
        <p>
          We do not give dental care or medical advice, we do not book appointments, and we’re not a party to your
          agreement with a practice. Unclaimed listings are marked; please confirm their details with the practice.
        </p>
      </>
    ),
  },
  {
    id: 'listings',
    title: 'Listings and claims',
    body: (
      <>
        <p>
          By claiming or adding a listing, you confirm that you may represent the practice and that what you write is
          true. Claims are reviewed by people. We may correct, hide or remove what is false, unlawful or misleading.
        </p>
        {payments ? (
          <p>
            A paid plan may place a listing among the first {ranking.sponsoredPlaces} of a search. Such a place is
            labeled “Sponsored.” Every result explains its ranking, and every visitor can hide sponsored places.
          </p>
        ) : (
          <p>Claiming and adding a listing is free. Every result explains its ranking, and no position is for sale.</p>
        )}
      </>
    ),
  },
  ...(payments ? [payment] : []),
  {
    id: 'conduct',
    title: 'Fair use',
    body: (
      <ul>
        <li>Do not claim a practice you do not represent.</li>
        <li>Do not upload what you have no right to use.</li>
        <li>Do not disturb the service, probe its defenses, or copy the directory in bulk.</li>
        <li>Keep your password to yourself; what happens under your account is your responsibility.</li>
      </ul>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    body: (
      <p>
        The directory is offered as it is. So far as the law allows, we are not liable for indirect damage, nor for the
        care a practice gives. Nothing here limits rights that cannot be limited.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    body: (
      <p>
        When we change these terms in a material way, we give 30 days&rsquo; notice before the change takes effect. If
        you do not agree, you may close your account before then.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Questions',
    body: (
      <p>
        Write to us from the <Link to="/contact">contact page</Link>. {`Support hours: ${inOneLine(supportHours)}.`}
      </p>
    ),
  },
];

function Terms() {
  const payments = usePayments();
  const { data } = useReply(queryOf(policies, {}));
  const changedAt = data?.changedAt.terms;
  const site = useSite();
  const own = data?.own.terms ? readOwnText(data.own.terms, site) : null;
  return (
    <LegalPage
      title="Terms and Conditions"
      path="/terms"
      description={`The terms for using {brand}: listings, claims, ${payments ? 'subscriptions, and refunds ' : ''}in plain words.`}
      updated={changedAt ? formatUtcDate(changedAt) : undefined}
      intro={own ? own.intro : 'These are the rules for using {brand}, written to be read.'}
      parts={own ? own.parts : partsOf(site, payments)}
    />
  );
}

export const page: Page = {
  Component: Terms,
  load: ({ call, prefetch }) => prefetch(queryOf(policies, {}, call)),
};
