import { faqOf } from '#shared/billing/plans-faq.ts';
import { inOneLine } from '#shared/site-settings.ts';
import { plans, intervals, type Interval } from '#shared/billing/plans.ts';
import type { Site } from '#ui/base/page/App.tsx';

const unitCodes: Record<Interval, string> = { monthly: 'MON', yearly: 'ANN' };

/** Structured data for search engines: the plans at their regular prices, and the FAQ. */
export const pricingJsonLd = ({ brand, supportHours }: Site): object[] => [
  ...plans.flatMap((plan) =>
    plan.prices
      ? [
          {
            '@context': 'https://schema.org',
            '@type': 'Product',
            name: `${brand} ${plan.name}`,
            description: plan.summary,
            brand: { '@type': 'Brand', name: brand },
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
                  unitCode: unitCodes[interval],
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
    mainEntity: faqOf(inOneLine(supportHours)).flatMap(({ questions }) =>
      questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    ),
  },
];
