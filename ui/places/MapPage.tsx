import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { geographicStates, getStats } from '#contract/places/places.ts';
import { Head } from '#ui/base/page/Head.tsx';
import { layout } from '#ui/kit/layout.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Segmented } from '#ui/kit/controls/Segmented.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { Stat } from '#ui/kit/charts/Stat.tsx';
import { sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { formatDentistCount, directoryPath, placeName, type MapPlace } from './map-text.ts';
import { mapQuery, readMapView, type MapView } from './map-query.ts';
import { roundCount } from './round-count.ts';
import css from './MapPage.module.css';
import { shadeClasses } from './shades.ts';
import { TileMap } from './TileMap.tsx';

const CityGrid = lazy(() => import('./CityGrid.tsx'));
const MapTable = lazy(() => import('./MapTable.tsx'));

const REFRESH = 30_000;
const TOP = 5;
const noPlaces: MapPlace[] = [];

const legend = [
  ['Low (1-20%)', [1]],
  ['Medium (21-60%)', [2, 3]],
  ['High (61-100%)', [4, 5]],
] as const;

export default function MapPage() {
  const [params, setParams] = useSearchParams();
  const mapView = readMapView(params);
  const { view, state } = mapView;
  const [asTable, setAsTable] = useState(false);
  const stats = useQuery({ ...queryOf(getStats, {}), refetchInterval: REFRESH });
  const states = useQuery(queryOf(geographicStates, {}));
  const { data, error, refetch } = useQuery({
    ...mapQuery(mapView),
    refetchInterval: REFRESH,
    placeholderData: keepPreviousData,
  });
  const places: readonly MapPlace[] = data ?? noPlaces;
  const ranked = useMemo(
    () => places.toSorted((a, b) => b.dentistCount - a.dentistCount || placeName(a).localeCompare(placeName(b))),
    [places],
  );
  const total = ranked.reduce((sum, { dentistCount }) => sum + dentistCount, 0);
  const [first] = ranked;
  const most = first?.dentistCount ?? 0;
  const change = (changes: Partial<MapView>) => {
    const next = { ...mapView, ...changes };
    setParams(
      { ...(next.view === 'cities' && { view: 'cities' }), ...(next.state && { state: next.state }) },
      { replace: true, preventScrollReset: true },
    );
  };
  return (
    <div className={layout.page}>
      <Head
        title="Geographic Service Map"
        description="How many dentists and teeth whitening specialists each state and city has."
        canonical="/geographic-map"
        noindex={params.has('view') || params.has('state')}
      />
      <header className={layout.head}>
        <div className={css.title}>
          <h1>Geographic Service Map</h1>
          <Badge tone="accent">{stats.data ? `${roundCount(stats.data.dentistCount)} Practices` : '— Practices'}</Badge>
        </div>
        <p className={layout.lead}>Where dentists are listed. Select a state to see its dentists.</p>
      </header>
      {stats.isError && (
        <Callout tone="bad" title="Failed to fetch stats">
          {sentenceOf(stats.error)}
        </Callout>
      )}
      <div className={css.controls}>
        <div className={css.filters}>
          <Segmented
            label="View"
            value={view}
            onValueChange={(to) => change({ view: to })}
            options={[
              { value: 'states', label: 'By States' },
              { value: 'cities', label: 'By Cities' },
            ]}
          />
          <Field label="State" className={css.state}>
            <Select value={state} onChange={(event) => change({ state: event.target.value })}>
              <option value="">All States</option>
              {states.data?.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          </Field>
        </div>
        <Button aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show tiles' : 'Show table'}
        </Button>
      </div>
      <ul className={css.legend} aria-label="Density, as a share of the highest count">
        {legend.map(([label, shades]) => (
          <li key={label}>
            <span className={css.swatches} aria-hidden="true">
              {shades.map((shade) => (
                <span key={shade} className={`${css.swatch} ${shadeClasses[shade]}`} />
              ))}
            </span>
            {label}
          </li>
        ))}
      </ul>
      {error && !data ? (
        <EmptyState
          scene="trouble"
          title="The map could not be loaded"
          actions={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          <p>Please try again in a moment.</p>
        </EmptyState>
      ) : !data ? (
        <Waiting />
      ) : ranked.length === 0 ? (
        <EmptyState title={state ? `No dentists in ${state} yet` : 'No dentists are listed yet'} />
      ) : (
        <Suspense fallback={<Waiting />}>
          {asTable ? (
            <MapTable places={ranked} />
          ) : view === 'cities' ? (
            <CityGrid key={state} places={ranked} most={most} />
          ) : (
            <TileMap places={ranked} most={most} only={state} />
          )}
        </Suspense>
      )}
      <div className={css.below}>
        <Card as="section" aria-labelledby="quick-stats">
          <h2 id="quick-stats" className={css.heading}>
            Quick Stats
          </h2>
          <div className={css.stats}>
            <Stat size="small" label="Total Locations" value={data ? ranked.length : null} />
            <Stat size="small" label="Total Dentists" value={data ? total : null} />
            <Stat
              size="small"
              label="Highest Density"
              value={first ? placeName(first) : null}
              detail={first ? formatDentistCount(most) : undefined}
            />
          </div>
        </Card>
        <Card as="section" aria-labelledby="top-locations">
          <h2 id="top-locations" className={css.heading}>
            Top Locations
          </h2>
          {ranked.length > 0 ? (
            <ol className={css.top}>
              {ranked.slice(0, TOP).map((place) => (
                <li key={placeName(place)}>
                  <Link to={directoryPath(place)}>{placeName(place)}</Link>
                  <span>{formatDentistCount(place.dentistCount)}</span>
                </li>
              ))}
            </ol>
          ) : (
            <p>—</p>
          )}
        </Card>
      </div>
    </div>
  );
}

const Waiting = () => (
  <Loading label="Loading the map">
    <Skeleton height="min(640px, 75dvh)" />
  </Loading>
);
