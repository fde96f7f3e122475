import { regularCents, type OfferedPrice } from '#shared/billing/offers.ts';
import { faqOf } from '#shared/billing/plans-faq.ts';
import { inOneLine } from '#shared/site-settings.ts';
import { isPaidPlan, plans, intervals, type Interval } from '#shared/billing/plans.ts';
import type { Site } from '#ui/base/page/App.tsx';

const unitCodes: Record<Interval, string> = { monthly: 'MON', yearly: 'ANN' };

/** Structured data for search engines: the plans on sale at their regular prices, and the FAQ. */
export const pricingJsonLd = ({ brand, supportHours }: Site, offers: readonly OfferedPrice[]): object[] => [
  ...plans.flatMap(({ id, name, summary }) => {
    const prices = intervals.flatMap((interval) => {
      const cents = isPaidPlan(id) ? regularCents(offers, id, interval) : undefined;
      return cents === undefined ? [] : [{ interval, price: (cents / 100).toFixed(2) }];
    });
    return prices.length > 0
      ? [
          {
            '@context': 'https://schema.org',
            '@type': 'Product',
            name: `${brand} ${name}`,
            description: summary,
            brand: { '@type': 'Brand', name: brand },
            offers: prices.map(({ interval, price }) => ({
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
            })),
          },
        ]
      : [];
  }),
  {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: faqOf(inOneLine(supportHours), offers).flatMap(({ questions }) =>
      questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    ),
  },
];
