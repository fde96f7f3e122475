import { JsonLd } from '#ui/base/page/Head.tsx';
import { Comparison } from './Comparison.tsx';
import { pricingJsonLd } from './pricing-json-ld.ts';
import { Questions } from './Questions.tsx';
import { SupportCard } from './SupportCard.tsx';

export default function PricingDetails() {
  return (
    <>
      <JsonLd data={pricingJsonLd} />
      <Comparison />
      <Questions />
      <SupportCard />
    </>
  );
}
