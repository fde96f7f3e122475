import { List, Map } from 'lucide-react';
import { Link } from '#ui/kit/display/Link.tsx';
import { directoryUrl, type SearchState } from '../search/search-state.ts';
import css from './MapPill.module.css';

/** Switches a phone between the list and the map. */
export default function MapPill({ search }: { search: SearchState }) {
  const isMap = search.view === 'map';
  return (
    <Link to={directoryUrl({ ...search, view: isMap ? 'list' : 'map' })} className={css.pill}>
      {isMap ? <List aria-hidden="true" /> : <Map aria-hidden="true" />}
      {isMap ? 'List' : 'Map'}
    </Link>
  );
}
