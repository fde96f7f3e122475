import { useQuery } from '@tanstack/react-query';
import { formatBox, type Box } from '#shared/places/box.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { cardSearch } from '../card/card-search.ts';
import { searchQuery } from '../search/directory-query.ts';
import { PAGE_SIZE, type SearchState } from '../search/search-state.ts';
import { PinCard } from './PinCard.tsx';
import css from './AreaCard.module.css';

interface AreaCardProps {
  search: SearchState;
  box: Box;
  onClose: () => void;
  onChange: (change: Partial<SearchState>) => void;
}

/** Positions are stored with about 3 feet of precision, and sent with 30. */
const MARGIN = 0.0001;
const widen = ({ west, south, east, north }: Box): string =>
  formatBox({ west: west - MARGIN, south: south - MARGIN, east: east + MARGIN, north: north + MARGIN });

/** The matches at a point of the map, or in a small area. */
export function AreaCard({ search, box, onClose, onChange }: AreaCardProps) {
  const area = widen(box);
  const { data } = useQuery(cardSearch({ ...searchQuery(search), box: area, page: '1', pageSize: String(PAGE_SIZE) }));
  if (!data) return null;
  return (
    <PinCard listings={data.items} positionOf={(listing) => data.items.indexOf(listing) + 1} onClose={onClose}>
      {data.total > data.items.length && (
        <Button
          size="small"
          className={css.more}
          onClick={() => onChange({ box: area, location: '', radius: 0, nearMe: false, sort: 'best', view: 'list' })}
        >
          Show all {formatNumber(data.total)} in the list
        </Button>
      )}
    </PinCard>
  );
}
