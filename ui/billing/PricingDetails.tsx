import { useBrand } from '#ui/base/page/App.tsx';
import { JsonLd } from '#ui/base/page/Head.tsx';
import { Comparison } from './Comparison.tsx';
import { pricingJsonLd } from './pricing-json-ld.ts';
import { SupportCard } from './SupportCard.tsx';
import { faq } from '#shared/billing/plans-faq.ts';
import { Accordion } from '#ui/kit/display/Accordion.tsx';
import css from './PricingDetails.module.css';

function Questions() {
  return (
    <section className={css.section} aria-labelledby="questions">
      <h2 id="questions">Questions and answers</h2>
      <div className={css.questions}>
        {faq.map(({ title, questions }) => (
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
  const brand = useBrand();
  return (
    <>
      <JsonLd data={pricingJsonLd(brand)} />
      <Comparison />
      <Questions />
      <SupportCard />
    </>
  );
}
