import { faq } from '#contract/plans-faq.ts';
import { plans, intervals, type Interval } from '#contract/plans.ts';

const unit: Record<Interval, string> = { monthly: 'MON', yearly: 'ANN' };

/** The catalogue for search engines: what can be bought at the regular price, and the questions. */
export const pricingJsonLd = [
  ...plans.flatMap((plan) =>
    plan.prices
      ? [
          {
            '@context': 'https://schema.org',
            '@type': 'Product',
            name: `Enamel ${plan.name}`,
            description: plan.summary,
            brand: { '@type': 'Brand', name: 'Enamel' },
            offers: intervals.map((interval) => {
              const price = (plan.prices![interval].cents / 100).toFixed(2);
              return {
                '@type': 'Offer',
                price,
                priceCurrency: 'USD',
                availability: 'https://schema.org/InStock',
                priceSpecification: {
                  '@type': 'UnitPriceSpecification',
                  price,
                  priceCurrency: 'USD',
                  unitCode: unit[interval],
                },
              };
            }),
          },
        ]
      : [],
  ),
  {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: faq.flatMap(({ questions }) =>
      questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    ),
  },
];
