import { cityPage } from './city-page.tsx';

export const page = cityPage({
  base: '/teeth-whitening',
  service: 'Teeth Whitening',
  title: (place) => `Teeth Whitening in ${place}`,
  description: (place) => `Dentists who whiten teeth in ${place}: hours, methods, ratings, and how to reach them.`,
  lead: (count, city) =>
    count === 1
      ? `One dentist in ${city} offers teeth whitening.`
      : `${count.toLocaleString('en-US')} dentists in ${city} offer teeth whitening.`,
});
