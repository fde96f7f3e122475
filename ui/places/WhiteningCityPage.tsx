import { cityPage } from './city-page.tsx';
import { formatNumber } from '#ui/kit/format.ts';

export const page = cityPage({
  base: '/teeth-whitening',
  service: 'Teeth Whitening',
  title: (place) => `Teeth Whitening in ${place}`,
  description: (place) => `Dentists who whiten teeth in ${place}: hours, methods, ratings, and how to reach them.`,
  lead: (count, city) =>
    count === 1
      ? `One dentist in ${city} offers teeth whitening.`
      : `${formatNumber(count)} dentists in ${city} offer teeth whitening.`,
});
