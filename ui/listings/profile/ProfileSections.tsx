import { Check } from 'lucide-react';
import { Chip } from '#ui/kit/display/Badge.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { directoryUrl } from '../search/search-state.ts';
import type { Profile } from '#contract/listings/listings.ts';
import { listFeatures, listLanguages, placeOf, type Listing } from '../listing.ts';
import css from './ProfileSections.module.css';

export function About({ listing }: { listing: Profile }) {
  const description = listing.bio?.trim() || listing.practiceDescription?.trim();
  return (
    <section aria-labelledby="about-practice">
      <h2 id="about-practice" className={css.title}>
        About the Practice
      </h2>
      <p className={css.bio}>{description || 'No description yet.'}</p>
    </section>
  );
}

export function Services({ listing }: { listing: Listing }) {
  return (
    <section aria-labelledby="services">
      <h2 id="services" className={css.title}>
        Services &amp; Specialties
      </h2>
      {listing.specialty && <p className={css.specialty}>{listing.specialty}</p>}
      {listing.services.length > 0 ? (
        <ul className={css.chips}>
          {listing.services.map(({ id, name }) => (
            <li key={id}>
              <Link to={directoryUrl({ service: name, location: placeOf(listing) })} className={css.service}>
                <Chip>{name}</Chip>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className={css.empty}>No services listed yet.</p>
      )}
    </section>
  );
}

export function Features({ listing }: { listing: Listing }) {
  const offeredFeatures = listFeatures(listing).filter(({ on }) => on);
  const languages = listLanguages(listing).join(', ');
  if (offeredFeatures.length === 0 && !languages) return null;
  return (
    <section aria-labelledby="features">
      <h2 id="features" className={css.title}>
        Practice Features
      </h2>
      <ul className={css.features}>
        {offeredFeatures.map(({ key, label }) => (
          <li key={key}>
            <Check aria-hidden="true" />
            {label}
          </li>
        ))}
        {languages && (
          <li>
            <Check aria-hidden="true" />
            Languages: {languages}
          </li>
        )}
      </ul>
    </section>
  );
}
