import { Check, Minus } from 'lucide-react';
import { describeOpenFacts, listFacts } from '#shared/listings/facts.ts';
import { Chip } from '#ui/kit/display/Badge.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { directoryUrl } from '../search/search-state.ts';
import type { Profile } from '#contract/listings/listings.ts';
import { listLanguages, placeOf, type Listing } from '../listing.ts';
import { isOld } from '../statements.ts';
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

/** The known facts, and once what the practice hasn't confirmed. */
export function Features({ listing, now }: { listing: Listing; now: Date }) {
  const known = listFacts(listing).filter(({ value }) => value !== null);
  const openFacts = describeOpenFacts(listing);
  const oldFacts = known.filter(({ statedOn }) => isOld(statedOn, now)).map(({ topic }) => topic);
  const languages = listLanguages(listing).join(', ');
  const notes = [
    oldFacts.length > 0 && `Stated more than a year ago: ${oldFacts.join(', ')}. Ask before you go.`,
    openFacts,
  ].filter(Boolean);
  const note = notes.length > 0 && <p className={css.note}>{notes.join(' ')}</p>;
  if (known.length === 0 && !languages) return note;
  return (
    <section aria-labelledby="features">
      <h2 id="features" className={css.title}>
        Practice Features
      </h2>
      <ul className={css.features}>
        {known.map(({ field, value, text }) => (
          <li key={field} className={value ? undefined : css.no}>
            {value ? <Check aria-hidden="true" /> : <Minus aria-hidden="true" />}
            {text}
          </li>
        ))}
        {languages && (
          <li>
            <Check aria-hidden="true" />
            Languages: {languages}
          </li>
        )}
      </ul>
      {note}
    </section>
  );
}
