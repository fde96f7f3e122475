import { useSuspenseQuery } from '@tanstack/react-query';
import { getBillingCatalog, type Offer } from '#contract/billing/billing.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { useSite } from '#ui/base/page/App.tsx';
import { JsonLd } from '#ui/base/page/Head.tsx';
import { Comparison } from './Comparison.tsx';
import { pricingJsonLd } from './pricing-json-ld.ts';
import { SupportCard } from './SupportCard.tsx';
import { faqOf } from '#shared/billing/plans-faq.ts';
import { inOneLine } from '#shared/site-settings.ts';
import { Accordion } from '#ui/kit/display/Accordion.tsx';
import css from './PricingDetails.module.css';

function Questions({ offers }: { offers: readonly Offer[] }) {
  const { supportHours } = useSite();
  return (
    <section className={css.section} aria-labelledby="questions">
      <h2 id="questions">Questions and answers</h2>
      <div className={css.questions}>
        {faqOf(inOneLine(supportHours), offers).map(({ title, questions }) => (
          <div key={title} className={css.questionGroup}>
            <h3>{title}</h3>
            <Accordion
              entries={questions.map(({ question, answer }) => ({ title: question, content: <p>{answer}</p> }))}
            />
          </div>
        ))}
      </div>
    </section>
  );
}

export default function PricingDetails() {
  const site = useSite();
  const { offers } = useSuspenseQuery(queryOf(getBillingCatalog, {})).data;
  return (
    <>
      <JsonLd data={pricingJsonLd(site, offers)} />
      <Comparison />
      <Questions offers={offers} />
      <SupportCard />
    </>
  );
}
