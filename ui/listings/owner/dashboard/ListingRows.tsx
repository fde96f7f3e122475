import { ChevronRight, Search } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { listingParts } from '#shared/listings/completeness.ts';
import type { HomeListing } from '#contract/dashboard.ts';
import { standingLabel } from '#shared/listings/standing.ts';
import { countOf, figureNouns } from '#ui/insights/figure-words.ts';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Segmented } from '#ui/kit/controls/Segmented.tsx';
import { Avatar } from '#ui/kit/display/Avatar.tsx';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { joinNouns, listingTabPath } from '#ui/listings/listing-tabs.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './ListingRows.module.css';

/** With this many listings, typing a name is faster than scrolling. */
const SEARCHABLE = 6;

const matches = ({ name, practiceName, city, state }: HomeListing, words: readonly string[]): boolean => {
  const text = [name, practiceName, city, state].filter(Boolean).join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
};

/** The listings of an owner, one line each. The search and the filter are in the address, so Back and reload keep them. */
export function ListingRows({ listings }: { listings: readonly HomeListing[] }) {
  const [search, setSearch] = useSearchParams();
  const text = search.get('q') ?? '';
  const show = search.get('show') === 'incomplete' ? 'incomplete' : 'all';
  const set = (name: string, value: string) =>
    setSearch(
      (params) => {
        if (value === '') params.delete(name);
        else params.set(name, value);
        return params;
      },
      { replace: true, preventScrollReset: true },
    );
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = listings.filter((listing) => matches(listing, words) && (show === 'all' || listing.missing.length > 0));
  return (
    <div className={layout.snug}>
      {listings.length >= SEARCHABLE && (
        <div className={css.tools}>
          <Input
            type="search"
            icon={<Search />}
            aria-label="Search your practices"
            placeholder="Search by name or city"
            value={text}
            onChange={(event) => set('q', event.target.value)}
          />
          <Segmented
            label="Practices to show"
            value={show}
            onValueChange={(value) => set('show', value === 'all' ? '' : value)}
            options={[
              { value: 'all', label: `All (${listings.length})` },
              {
                value: 'incomplete',
                label: `Incomplete (${listings.filter(({ missing }) => missing.length > 0).length})`,
              },
            ]}
          />
        </div>
      )}
      {shown.length === 0 ? (
        <p className={css.none}>
          {words.length > 0
            ? `None of your practices matches “${text.trim()}.”`
            : 'All of your practices are complete.'}
        </p>
      ) : (
        <ul className={css.rows}>
          {shown.map((listing) => (
            <li key={listing.id} className={css.row}>
              <Row listing={listing} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Row({ listing }: { listing: HomeListing }) {
  const { id, name, title, practiceName, city, state, missing, figures, waiting } = listing;
  const place = [practiceName !== name && practiceName, [city, state].filter(Boolean).join(', ')].filter(Boolean);
  const done = listingParts.length - missing.length;
  return (
    <>
      <Avatar square size={40} name={name} src={listing.practiceImage} />
      <div className={css.titles}>
        <h3>
          <Link to={listingTabPath(id)} className={css.link}>
            {name}
            {title && `, ${title}`}
          </Link>
        </h3>
        <p>{place.join(' · ')}</p>
      </div>
      <p className={css.figures}>
        {figures
          ? `${countOf(figures.now.calls, figureNouns.calls)}, ${countOf(figures.now.views, ['view', 'views'])}`
          : 'Insights paused'}
      </p>
      <p className={css.complete} data-done={missing.length === 0 ? '' : undefined}>
        {missing.length === 0 ? 'Complete' : `${done} of ${listingParts.length} complete`}
        {missing.length > 0 && <span className={css.missing}>No {joinNouns(missing.slice(0, 2))}</span>}
      </p>
      <div className={css.state}>
        {waiting > 0 && <Badge tone="accent">{waiting} waiting</Badge>}
        <Badge tone={listing.heldAt || listing.changesUnderReview || !listing.planActive ? 'warn' : 'neutral'}>
          {listing.role === 'manager' ? 'Manager' : listing.planActive ? shortStanding(listing) : 'Plan ended'}
        </Badge>
      </div>
      <ChevronRight aria-hidden="true" className={css.chevron} />
    </>
  );
}

/** Every row is the owner's, so "Managed by the practice" says nothing; what counts is whether it was checked. */
function shortStanding(listing: HomeListing): string {
  if (listing.heldAt) return 'Not public yet';
  const label = standingLabel({ ...listing, claimed: true });
  return label === 'Managed by the practice' ? (listing.checkPending ? 'Check pending' : 'Listed') : label;
}
