import { usStates } from '#shared/places/states.ts';
import { cx } from '#ui/kit/cx.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { formatDentistCount, directoryPath, type MapPlace } from './map-text.ts';
import css from './TileMap.module.css';
import { shadeClass, shadeClasses } from './shades.ts';
import { tilePositions } from './tile-map.ts';

/** Tiles in the shape of the country. Screen readers get an alphabetical list of states with their counts. */
export function TileMap({ places, most, only }: { places: readonly MapPlace[]; most: number; only: string }) {
  const counts = new Map(places.map(({ state, dentistCount }) => [state, dentistCount]));
  return (
    <div className={css.area}>
      <ul className={css.map} aria-label="Dentists by state">
        {usStates
          .filter(({ kind, name }) => kind !== 'territory' || counts.has(name))
          .toSorted((a, b) => a.name.localeCompare(b.name))
          .map(({ code, name }) => {
            const count = counts.get(name) ?? 0;
            const { column, row } = tilePositions.get(code)!;
            const filteredOut = only !== '' && only !== name;
            return (
              <li key={code} className={css.cell} style={{ gridColumn: column, gridRow: row }}>
                <Link
                  to={directoryPath({ state: name })}
                  title={`${name}: ${filteredOut ? '—' : formatDentistCount(count)}`}
                  className={cx(css.tile, filteredOut ? shadeClasses[0] : shadeClass(count, most))}
                >
                  <span className={css.code}>{code}</span>
                  <span className={css.name}>{name}</span>
                  {!filteredOut && (
                    <span className={css.count}>
                      {formatNumber(count)}
                      <span className={css.word}> {count === 1 ? 'dentist' : 'dentists'}</span>
                    </span>
                  )}
                  <span className={cx('hidden-text', css.nameOfCode)}>{name}</span>
                </Link>
              </li>
            );
          })}
      </ul>
    </div>
  );
}
