import { topicOf } from '#shared/articles/topics.ts';
import { fullName } from '#shared/listings/full-name.ts';
import { isSampleRating } from '#shared/listings/rating-source.ts';
import { findState, stateSlug } from '#shared/places/states.ts';
import { sitePages } from '#shared/site-pages.ts';
import { findPublishedArticle } from '#server/articles/articles.ts';
import { listTopics } from '#server/articles/topics.ts';
import type { Deps } from '#server/base/http/context.ts';
import { findPublicBrand } from '#server/groups/brands.ts';
import { findListing } from '#server/listings/listings.ts';
import { findProfileId } from '#server/listings/slugs.ts';
import { listCities } from '#server/places/places.ts';
import type { PictureWords as BrandedWords } from './draw-picture.ts';

type PictureWords = Omit<BrandedWords, 'brand' | 'accent' | 'logo'>;

const HOME_LINE = 'Search, compare, and call the practice that fits';

/** The words of a public page's picture, or null if there is no such page. Only our own data ever becomes a picture. */
export async function findPictureWords(deps: Deps, path: string): Promise<PictureWords | null> {
  const sitePage = sitePages.find((page) => page.path === (path === '/home' ? '/' : path));
  if (sitePage) return { title: sitePage.title, lines: [HOME_LINE] };
  const [base, first, second, ...rest] = path.slice(1).split('/');
  if (base === 'topics' && first !== undefined && second === undefined) return describeTopic(deps, first);
  if (base === 'articles' && first !== undefined && second === undefined) return describeArticle(deps, first);
  if (base === 'groups' && first !== undefined && second === undefined) {
    const brand = await findPublicBrand(deps.db, first);
    return brand ? { title: brand.name, lines: [HOME_LINE] } : null;
  }
  if ((base === 'dentists' || base === 'teeth-whitening') && first !== undefined && rest.length === 0)
    return describePlace(deps, base, first, second);
  return describeListing(deps, path);
}

async function describeTopic({ db }: Deps, id: string): Promise<PictureWords | null> {
  const topic = topicOf(await listTopics(db), id);
  return topic ? { title: topic.title, lines: topic.about === '' ? [] : [topic.about] } : null;
}

async function describeArticle({ db, clock }: Deps, slug: string): Promise<PictureWords | null> {
  const article = await findPublishedArticle(db, slug, clock.now());
  if (!article) return null;
  return {
    title: article.title,
    lines: [`By ${article.author}`, ...(article.reviewer ? [`Reviewed by ${article.reviewer}`] : [])],
  };
}

async function describePlace(
  { db }: Deps,
  base: 'dentists' | 'teeth-whitening',
  stateText: string,
  citySlug: string | undefined,
): Promise<PictureWords | null> {
  const state = findState(stateText);
  if (!state || stateSlug(state) !== stateText) return null;
  const subject = base === 'dentists' ? 'Dentists' : 'Teeth whitening';
  const cities = await listCities(db, state.code);
  if (citySlug === undefined) {
    const count = cities.reduce((sum, city) => sum + city.dentistCount, 0);
    return base === 'dentists' ? { title: `Dentists in ${state.name}`, lines: [countListings(count)] } : null;
  }
  const city = cities.find(({ slug }) => slug === citySlug);
  if (!city) return null;
  return {
    title: `${subject} in ${city.name}, ${state.code}`,
    lines: base === 'dentists' ? [countListings(city.dentistCount)] : [HOME_LINE],
  };
}

const countListings = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'dentist' : 'dentists'} listed`;

async function describeListing({ db }: Deps, path: string): Promise<PictureWords | null> {
  const id = await findProfileId(db, path);
  const listing = id === undefined ? undefined : await findListing(db, id);
  if (!listing) return null;
  const place = [listing.city, listing.state].filter(Boolean).join(', ');
  const { rating, reviewCount, ratingSource } = listing;
  return {
    title: fullName(listing),
    lines: [
      [listing.specialty ?? 'Dentist', place && `in ${place}`].filter(Boolean).join(' '),
      ...(rating !== null && reviewCount > 0 && ratingSource && !isSampleRating(ratingSource)
        ? [
            `${rating.toFixed(1)} of 5 from ${reviewCount.toLocaleString('en-US')} ${reviewCount === 1 ? 'review' : 'reviews'} (${ratingSource})`,
          ]
        : []),
    ],
  };
}
