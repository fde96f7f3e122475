import type { ReactNode } from 'react';
import { factFields, listFacts } from '#shared/listings/facts.ts';
import { dayNames, formatDayHours } from '#shared/listings/opening-hours.ts';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import { useBrand } from '#ui/base/page/App.tsx';
import { Chip } from '#ui/kit/display/Badge.tsx';
import { formatPhone, formatShortLocalDate } from '#ui/kit/format.ts';
import { fieldNames, socials } from '../edit/fields.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './ListingFacts.module.css';
import { describeSource } from '../edit/field-text.ts';

/** The fields of a listing. The source of most of them is named once, and the others have their own. */
export function ListingFacts({ listing }: { listing: OwnListing }) {
  const brand = useBrand();
  const describeLatest = (...fields: string[]): string | null => {
    const sources = fields.map((field) => listing.sources[field]).filter((source) => source !== undefined);
    const newest = sources.toSorted((a, b) => b.at.localeCompare(a.at))[0];
    if (!newest) return null;
    const author = newest.source === 'owner' && listing.role === 'owner' ? 'you' : describeSource(newest, brand);
    return `${author}, ${formatShortLocalDate(newest.at)}`;
  };
  const days = dayNames.filter((day) => listing[`${day}Hours`]?.trim());
  const address = [listing.address, [listing.city, listing.state].filter(Boolean).join(', '), listing.zipCode].filter(
    Boolean,
  );
  const facts = listFacts(listing);
  const known = facts.filter(({ value }) => value !== null).map(({ text }) => text);
  const open = facts.filter(({ value }) => value === null).map(({ topic }) => topic);
  const links = socials.filter((social) => listing[social]).map((social) => fieldNames[social]);
  const hourFields = dayNames.map((day) => `${day}Hours`);
  const groups: string[][] = [
    ['phone'],
    ['address', 'city', 'state', 'zipCode'],
    ['website'],
    ['bookingUrl'],
    ['email'],
    hourFields,
    ['serviceIds'],
    [...factFields, 'languages'],
    ['photos', ...socials],
  ];
  const usualSource = findMostCommon(groups.map((fields) => describeLatest(...fields)).filter((text) => text !== null));
  const sourceOf = (...fields: string[]): string | null => {
    const source = describeLatest(...fields);
    return source === usualSource ? null : source;
  };
  return (
    <>
      <dl className={css.facts}>
        <Fact name="Practice" source={sourceOf('practiceName')}>
          {listing.practiceName}
        </Fact>
        <Fact name="Phone" source={sourceOf('phone')}>
          {listing.phone && formatPhone(listing.phone)}
        </Fact>
        <Fact name="Address" source={sourceOf('address', 'city', 'state', 'zipCode')}>
          {address.join(', ')}
        </Fact>
        <Fact name="Website" source={sourceOf('website')}>
          {listing.website?.replace(/^https?:\/\//, '')}
        </Fact>
        {listing.bookingUrl && (
          <Fact name="Book online" source={sourceOf('bookingUrl')}>
            {listing.bookingUrl.replace(/^https?:\/\//, '')}
          </Fact>
        )}
        <Fact name="Email" source={sourceOf('email')}>
          {listing.email}
        </Fact>
        <Fact name="Office hours" source={sourceOf(...hourFields)}>
          {days.length > 0 &&
            dayNames.map((day) => (
              <span key={day} className={css.hours}>
                <span>{`${day[0]!.toUpperCase()}${day.slice(1, 3)} `}</span>
                {formatDayHours(listing[`${day}Hours`])}
              </span>
            ))}
        </Fact>
        <Fact name="Services" source={sourceOf('serviceIds')}>
          {listing.services.length > 0 && (
            <span className={css.badges}>
              {listing.services.map((service) => (
                <Chip key={service.id}>{service.name}</Chip>
              ))}
            </span>
          )}
        </Fact>
        <Fact name="Features" source={sourceOf(...factFields, 'languages')}>
          {[...known, listing.languages, open.length > 0 && `Not known: ${open.join(', ')}`].filter(Boolean).join(', ')}
        </Fact>
        <Fact name="Photos and links" source={sourceOf('photos', ...socials)}>
          {[photoCount(listing.photos.length), ...links].filter(Boolean).join(', ')}
        </Fact>
      </dl>
      {usualSource && <p className={layout.note}>Updated by {usualSource}, unless noted.</p>}
    </>
  );
}

/** The text that occurs most often, or null if there are none. */
function findMostCommon(texts: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

const photoCount = (n: number): string => (n === 0 ? '' : n === 1 ? '1 photo' : `${n} photos`);

function Fact({ name, source, children }: { name: string; source: string | null; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children || <span className={layout.note}>Not set</span>}
        {source && <small>Updated by {source}</small>}
      </dd>
    </div>
  );
}
