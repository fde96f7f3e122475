import { upcomingHours } from '#shared/listings/holiday-hours.ts';
import type { Profile } from '#contract/listings/listings.ts';
import { dayNames, formatDayHours } from '#shared/listings/opening-hours.ts';
import { formatCalendarDay } from '#ui/kit/format.ts';
import { Card } from '#ui/kit/display/Card.tsx';
import { cx } from '#ui/kit/cx.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { addressOf, hasHours, mapsUrl, telUrl, webLink } from '../listing.ts';
import { describeAge } from '../statements.ts';
import { HolidayHours } from './HolidayHours.tsx';
import css from './ProfileCards.module.css';

const social = [
  ['facebookUrl', 'Facebook'],
  ['instagramUrl', 'Instagram'],
  ['tiktokUrl', 'TikTok'],
  ['twitterUrl', 'X'],
  ['youtubeUrl', 'YouTube'],
] as const;

export function ContactCard({ listing }: { listing: Profile }) {
  const website = listing.isPaid ? webLink(listing.website) : null;
  const links = social.flatMap(([field, label]) => {
    const allowed = field === 'youtubeUrl' ? listing.isProMax : listing.isPaid;
    const href = allowed ? webLink(listing[field]) : null;
    return href ? [{ href, label }] : [];
  });
  return (
    <Card as="section" aria-labelledby="contact-information">
      <h2 id="contact-information" className={css.title}>
        Contact Information
      </h2>
      <dl className={css.lines}>
        <Line label="Address">
          {addressOf(listing) ? (
            <a
              href={mapsUrl(listing)}
              target="_blank"
              rel="noopener noreferrer"
              data-track={`contact ${listing.id} directions`}
            >
              {addressOf(listing)}
            </a>
          ) : (
            'Not listed'
          )}
        </Line>
        <Line label="Phone">
          {listing.phone ? (
            <Link id="contact-phone" to={telUrl(listing.phone)} data-track={`contact ${listing.id} phone`}>
              {listing.phone}
            </Link>
          ) : (
            'Not listed'
          )}
        </Line>
        {listing.title && <Line label="Title">{listing.title}</Line>}
        <Registration listing={listing} />
        {website && (
          <Line label="Website">
            <a
              href={website}
              target="_blank"
              rel="noopener noreferrer nofollow"
              id="contact-website"
              data-track={`contact ${listing.id} website`}
            >
              {new URL(website).hostname.replace(/^www\./, '')}
            </a>
          </Line>
        )}
        {links.length > 0 && (
          <Line label="Social media">
            {links.map(({ href, label }) => (
              <a key={label} href={href} target="_blank" rel="noopener noreferrer nofollow" className={css.social}>
                {label}
              </a>
            ))}
          </Line>
        )}
      </dl>
      {listing.attributions?.map((text) => (
        <p key={text} className={css.age}>
          {text}
        </p>
      ))}
    </Card>
  );
}

/** The license, the NPI, and since when the national registry has listed the dentist. */
function Registration({ listing }: { listing: Profile }) {
  const { npi, license, licenseState, licenseStatus, licenseExpires, licenseSource, licensePage, npiSince, npiSource } =
    listing;
  if (!npi && !license) return null;
  return (
    <>
      {license && (
        <Line label="License">
          {licenseState} {license}
        </Line>
      )}
      {license && licenseStatus && (
        <Line label="License status">
          {capitalize(licenseStatus)}
          {licenseExpires &&
            `, ${licenseStatus === 'expired' ? 'expired' : 'expires'} ${formatCalendarDay(licenseExpires)}`}
          {licenseSource && (
            <span className={css.age}>
              {' '}
              {licensePage ? (
                <a href={licensePage} target="_blank" rel="noopener noreferrer nofollow">
                  {licenseSource}
                </a>
              ) : (
                licenseSource
              )}
            </span>
          )}
        </Line>
      )}
      {npi && <Line label="NPI">{npi}</Line>}
      {npiSince && <Line label="Listed since">{formatCalendarDay(npiSince)}</Line>}
      {npiSource && <Line label="Source">{npiSource}</Line>}
    </>
  );
}

const Line = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

const capitalize = (day: string) => day.slice(0, 1).toUpperCase() + day.slice(1);

/** Highlights today in the practice's time zone. */
export function HoursCard({ listing, now }: { listing: Profile; now: Date }) {
  if (!hasHours(listing)) return null;
  const today = upcomingHours(listing, listing.timeZone, now, 1)[0]!;
  const age = describeAge(listing.hoursStatedOn, now);
  return (
    <Card as="section" aria-labelledby="office-hours">
      <div className={css.hoursHead}>
        <h2 id="office-hours" className={css.title}>
          Office Hours
        </h2>
      </div>
      <dl className={css.hours}>
        {dayNames.map((day) => (
          <div key={day} className={cx(day === today.day && css.today)}>
            <dt>
              {capitalize(day)}
              {day === today.day && (
                <span className={css.todayLabel}>{today.isHoliday ? ' · today, holiday hours' : ' · today'}</span>
              )}
            </dt>
            <dd>{day === today.day ? today.text : formatDayHours(listing[`${day}Hours`])}</dd>
          </div>
        ))}
      </dl>
      <HolidayHours listing={listing} now={now} />
      {age && <p className={css.age}>{age} Call before you go.</p>}
    </Card>
  );
}
