import type { Reply } from '#contract/endpoint.ts';
import { Heart } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import type { getSharedShortlist } from '#contract/listings/shortlists.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { layout } from '#ui/kit/layout.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { usePageTime } from '#ui/base/platform/use-page-time.ts';
import { ListingCard } from '../card/ListingCard.tsx';
import { PrintedContact } from './PrintedContact.tsx';
import { addToShortlist, MAX_COMPARED, useSaved } from '../card/saved.ts';
import css from './SharedList.module.css';

const countPractices = (count: number): string => `${count} ${count === 1 ? 'practice' : 'practices'}`;

export default function SharedList({ shared }: { shared: Reply<typeof getSharedShortlist> }) {
  const { listings, unlisted } = shared;
  const platform = usePlatform();
  const navigate = useNavigate();
  const now = usePageTime();
  const ids = listings.map(({ id }) => id);
  const isSaved = useSaved(({ shortlist }) => ids.length > 0 && ids.every((id) => shortlist.includes(id)));
  const saveList = () => {
    const left = addToShortlist(ids);
    toast({
      title: 'Saved',
      ...(left > 0 && { description: `Your shortlist holds 50 practices. ${left} could not be added.` }),
      action: {
        label: 'View list',
        altText: 'Your shortlist is in the header.',
        onSelect: () => void navigate('/shortlist'),
      },
    });
  };
  return (
    <>
      <header className={layout.head}>
        <h1>Shared shortlist</h1>
        <p className={layout.lead}>{countPractices(ids.length)}. Anyone with this link can see the list.</p>
        {unlisted > 0 && (
          <p>
            {countPractices(unlisted)} on this list {unlisted === 1 ? 'is' : 'are'} no longer listed.
          </p>
        )}
        {ids.length > 0 && (
          <div className={css.tools}>
            {isSaved ? (
              <ButtonLink to="/shortlist" variant="primary" size="small">
                View your shortlist
              </ButtonLink>
            ) : (
              <Button variant="primary" size="small" icon={<Heart aria-hidden="true" />} onClick={saveList}>
                Save this list
              </Button>
            )}
            {ids.length > 1 && (
              <ButtonLink to={`/compare?ids=${ids.slice(0, MAX_COMPARED).join(',')}`} size="small">
                Compare {ids.length > MAX_COMPARED ? `the first ${MAX_COMPARED}` : 'them'}
              </ButtonLink>
            )}
            <Button size="small" onClick={() => platform.print()}>
              Print
            </Button>
          </div>
        )}
      </header>
      <div className={css.list}>
        {listings.map((listing) => (
          <div key={listing.id} className={css.item}>
            <ListingCard listing={listing} now={now} heading="h2" />
            <PrintedContact listing={listing} />
          </div>
        ))}
      </div>
    </>
  );
}
