import { usStates } from '#contract/states.ts';
import { cx } from '#ui/kit/cx.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { dentists, hrefOf, type Spot } from './map-words.ts';
import css from './MapPage.module.css';
import { shadeOf, tileOf } from './tile-map.ts';

export const shadeClass = (count: number, most: number): string | undefined => css[`shade${shadeOf(count, most)}`];

/** The states as tiles that keep the shape of the country. Read in order, it is a list of states with their counts. */
export function TileMap({ spots, most, only }: { spots: readonly Spot[]; most: number; only: string }) {
  const counts = new Map(spots.map(({ state, dentistCount }) => [state, dentistCount]));
  return (
    <div className={css.area}>
      <ul className={css.map} aria-label="Dentists by state">
        {usStates
          .filter(({ kind, name }) => kind !== 'territory' || counts.has(name))
          .toSorted((a, b) => a.name.localeCompare(b.name))
          .map(({ code, name }) => {
            const count = counts.get(name) ?? 0;
            const { column, row } = tileOf.get(code)!;
            const out = only !== '' && only !== name;
            return (
              <li key={code} className={css.cell} style={{ gridColumn: column, gridRow: row }}>
                <Link
                  to={hrefOf({ state: name })}
                  title={`${name}: ${out ? '—' : dentists(count)}`}
                  aria-label={out ? name : `${name}, ${dentists(count)}`}
                  className={cx(css.tile, out ? css.shade0 : shadeClass(count, most))}
                >
                  <span className={css.code}>{code}</span>
                  <span className={css.name}>{name}</span>
                  {!out && (
                    <span className={css.count}>
                      {formatNumber(count)}
                      <span className={css.word}> dentists</span>
                    </span>
                  )}
                </Link>
              </li>
            );
          })}
      </ul>
    </div>
  );
}
