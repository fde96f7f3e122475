import { cityPage } from './city-page.tsx';
import { formatNumber } from '#ui/kit/format.ts';

export const page = cityPage({
  base: '/dentists',
  service: '',
  title: (place) => `Dentists in ${place}`,
  description: (place) => `Dentists in ${place}: hours, services, ratings, and how to reach them.`,
  lead: (count, city) =>
    count === 1 ? `One dentist is listed in ${city}.` : `${formatNumber(count)} dentists are listed in ${city}.`,
});
