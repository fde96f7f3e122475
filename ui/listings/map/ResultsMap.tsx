import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Minus, Plus } from 'lucide-react';
import type { FeatureCollection } from 'geojson';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { mapMatches } from '#contract/directory/map-matches.ts';
import { formatBox, parseBox, type Box } from '#shared/places/box.ts';
import { mapCities, zipCenters } from '#contract/places/map.ts';
import { siteInfo } from '#contract/site.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { queryOf } from '#ui/base/platform/query.ts';
import type { CardItem, CardReply } from '../card/card-search.ts';
import { searchQuery } from '../search/directory-query.ts';
import { PAGE_SIZE, type SearchState } from '../search/search-state.ts';
import { useLinkedCards } from './active-listing.ts';
import { AreaCard } from './AreaCard.tsx';
import { drawGround, setData, type MapLibre } from './create-map.ts';
import { describePins } from './describe-pins.ts';
import { CellButton, NumberedPinButton } from './MapPins.tsx';
import { PinCard } from './PinCard.tsx';
import {
  boxAround,
  coverPlaces,
  groupPins,
  joinCells,
  placePins,
  shiftCells,
  squareAround,
  toSteps,
  type Cell,
  type NumberedPin,
} from './pins.ts';
import { useMap, type MapView } from './use-map.ts';
import css from './ResultsMap.module.css';

export interface ResultsMapProps {
  search: SearchState;
  data: CardReply | undefined;
  onChange: (change: Partial<SearchState>) => void;
}

const noItems: never[] = [];
/** A pin above this height, in pixels, would be covered by its own card. */
const BELOW_CARD = 250;
/** Closer than this, the listings of a cell are shown as a list instead of a nearer view. */
const NEAREST_ZOOM = 16;
/** A search for one ZIP code means at least its surroundings. */
const MILES_AROUND_ZIP = 10;

/** The ZIP codes whose centers the map needs: those of listings without a position of their own, or of a search that found none. */
function listZips(items: readonly CardItem[], location: string): string[] {
  const zipCodes =
    items.length > 0 ? items.map((item) => (hasPosition(item) ? null : item.zipCode)) : [location.trim()];
  return [...new Set(zipCodes.flatMap((zipCode) => zipCode?.slice(0, 5) ?? []))].filter((zip) => /^\d{5}$/.test(zip));
}

const hasPosition = ({ lat, lng }: CardItem): boolean => lat !== null && lng !== null;

/** The centers of these ZIP codes. Undefined while they load. */
function useZipCenters(zips: readonly string[]) {
  const { data, isError } = useQuery({
    ...queryOf(zipCenters, { query: { zips: zips.join(',') } }),
    enabled: zips.length > 0,
  });
  return useMemo(
    () =>
      zips.length > 0 && !data && !isError
        ? undefined
        : new Map((data ?? []).map(({ zip, lat, lng }) => [zip, { lat, lng }])),
    [zips.length, data, isError],
  );
}

/** Fills a map source with data, and again after each style change, because loading a style empties its sources. */
function useData(map: MapLibre | null | undefined, source: string, data: FeatureCollection) {
  useEffect(() => {
    if (!map) return;
    const draw = () => setData(map, source, data);
    draw();
    map.on('style.load', draw);
    return () => void map.off('style.load', draw);
  }, [map, source, data]);
}

/** Draws the ground, and the towns of the directory where no streets are installed. */
function useGround(map: MapLibre | null | undefined, view: MapView | null) {
  const { data: info } = useQuery(queryOf(siteInfo, {}));
  useEffect(() => (map && info ? drawGround(map, info) : undefined), [map, info]);
  const hasTowns = info !== undefined && info.mapGround === null && info.mapTiles === null;
  const box = view && toSteps(view.box, Math.floor(view.zoom));
  const degrees = (value = 0) => value.toFixed(4);
  const query = { west: degrees(box?.west), south: degrees(box?.south), east: degrees(box?.east), north: degrees(box?.north) }; // prettier-ignore
  const { data: towns } = useQuery({
    ...queryOf(mapCities, { query }),
    enabled: hasTowns && box !== null,
    placeholderData: keepPreviousData,
  });
  const data = useMemo(
    () => ({
      type: 'FeatureCollection' as const,
      features: (towns ?? []).map(({ name, lat, lng }, rank) => ({
        type: 'Feature' as const,
        properties: { name, rank },
        geometry: { type: 'Point' as const, coordinates: [lng, lat] },
      })),
    }),
    [towns],
  );
  useData(map, 'towns', data);
  return info?.mapGround?.attribution ?? info?.mapTiles?.attribution;
}

/** All matches of the search in the view, besides the numbered ones, in cells. */
function useCells(search: SearchState, view: MapView | null, without: string | null): Cell[] {
  const zoom = view ? Math.max(0, Math.round(view.zoom)) : 0;
  const { top: _top, paidFirst: _paidFirst, sort: _sort, ...query } = searchQuery(search);
  const { data } = useQuery({
    ...queryOf(mapMatches, {
      query: {
        ...query,
        view: view ? formatBox(toSteps(view.box, zoom)) : '',
        zoom: String(zoom),
        ...(without ? { without } : {}),
      },
    }),
    enabled: view !== null && without !== null,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => joinCells(data?.cells ?? noItems, zoom), [data, zoom]);
}

const keyOf = ({ lat, lng, count }: Cell): string => `${lat} ${lng} ${count}`;

type Selection = { ids: readonly number[] } | { cell: Cell } | null;

const toBounds = ({ west, south, east, north }: Box): [number, number, number, number] => [west, south, east, north];

export default function ResultsMap({ search, data, onChange }: ResultsMapProps) {
  const { ref, map, view, isMoved, setIsMoved } = useMap();
  const attribution = useGround(map, view);
  const items = data?.items ?? noItems;
  const centers = useZipCenters(data ? listZips(items, search.location) : []);
  const { pins, missing } = useMemo(() => placePins(items, centers ?? new Map()), [items, centers]);
  const ids = useMemo(() => items.map(({ id }) => id), [items]);
  useLinkedCards(ids);
  const cells = useCells(search, view, data && centers ? pins.map(({ listing }) => listing.id).join() : null);
  const [selection, setSelection] = useState<Selection>(null);

  const shown = useRef<readonly NumberedPin[] | null>(null);
  useEffect(() => {
    if (!map || !data || !centers || shown.current === pins) return;
    const isFirst = shown.current === null;
    shown.current = pins;
    setSelection(null);
    setIsMoved(false);
    const area = parseBox(search.box);
    const miles = search.radius || MILES_AROUND_ZIP;
    const boxes = items.length > 0 ? [] : [...centers.values()].map((center) => squareAround(center, miles));
    const positions = [
      ...pins.map(({ position }) => position),
      ...boxes.flatMap(({ west, south, east, north }) => [{ lng: west, lat: south }, { lng: east, lat: north }]), // prettier-ignore
    ];
    const box = area ?? (positions.length > 0 ? boxAround(positions) : null);
    if (!box) return;
    const padding = area ? 0 : Math.min(64, map.getContainer().clientWidth / 6);
    map.fitBounds(toBounds(box), { padding: { top: padding + (area ? 0 : 24), bottom: padding, left: padding, right: padding }, maxZoom: area ? 18 : 13, animate: !isFirst && !area, duration: 400 }); // prettier-ignore
  }, [map, items, data, pins, centers, search.box, search.radius, setIsMoved]);

  /** Moves the map so that an open card doesn't cover its pin. */
  const reveal = ({ lat, lng }: { lat: number; lng: number }) => {
    const { y } = map!.project([lng, lat]);
    if (y < BELOW_CARD) map!.panBy([0, y - BELOW_CARD]);
  };
  const openPins = (group: readonly NumberedPin[]) => {
    setSelection({ ids: group.map(({ listing }) => listing.id) });
    reveal(group[0]!.position);
    document
      .querySelector('[data-results]')
      ?.children[group[0]!.number - 1]?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  };
  const openCell = (cell: Cell) => {
    const { box, count } = cell;
    const isPoint = box.east - box.west < 0.0005 && box.north - box.south < 0.0005;
    if (count === 1 || isPoint || map!.getZoom() >= NEAREST_ZOOM) {
      setSelection({ cell });
      return reveal(cell);
    }
    setIsMoved(true);
    map!.fitBounds(toBounds(box), { padding: 72, maxZoom: NEAREST_ZOOM });
  };
  const close = () => {
    map?.getContainer().querySelector<HTMLElement>('[data-pin][aria-expanded=true]')?.focus();
    setSelection(null);
  };
  const zoomBy = (step: number) => {
    setIsMoved(true);
    map?.zoomTo(map.getZoom() + step);
  };

  const groups = useMemo(() => (view ? groupPins(pins, view.zoom) : []), [pins, view]);
  const shownCells = useMemo(() => (view ? shiftCells(cells, groups, view.zoom) : []), [cells, groups, view]);
  useData(
    map,
    'covers',
    useMemo(() => coverPlaces(groups, shownCells), [groups, shownCells]),
  );
  const isOpen = (group: readonly NumberedPin[]) =>
    selection !== null && 'ids' in selection && group.some(({ listing }) => selection.ids.includes(listing.id));
  if (map === null)
    return <p className={css.none}>This browser can’t draw the map. The list shows the same practices.</p>;
  return (
    <>
      <div ref={ref} className={css.map} />
      {map &&
        createPortal(
          <>
            {groups.map((group) => (
              <NumberedPinButton
                key={group[0]!.listing.id}
                map={map}
                group={group}
                isOpen={isOpen(group)}
                onPress={() => (isOpen(group) ? close() : openPins(group))}
              />
            ))}
            {shownCells.map((cell) => (
              <CellButton
                key={keyOf(cell)}
                map={map}
                cell={cell}
                isOpen={selection !== null && 'cell' in selection && keyOf(selection.cell) === keyOf(cell)}
                onPress={() => openCell(cell)}
              />
            ))}
          </>,
          map.getCanvasContainer(),
        )}
      {selection && 'ids' in selection && (
        <PinCard
          key={selection.ids.join()}
          listings={items.filter(({ id }) => selection.ids.includes(id))}
          positionOf={(listing) => (search.page - 1) * PAGE_SIZE + items.indexOf(listing) + 1}
          onClose={close}
        />
      )}
      {selection && 'cell' in selection && (
        <AreaCard
          key={keyOf(selection.cell)}
          search={search}
          box={selection.cell.box}
          onClose={close}
          onChange={onChange}
        />
      )}
      {isMoved && view && !selection && (
        <Button
          className={css.searchArea}
          variant="primary"
          size="small"
          onClick={() => onChange({ box: formatBox(view.box), location: '', radius: 0, nearMe: false, ...(search.sort === 'distance' && { sort: 'best' }) })} // prettier-ignore
        >
          Search this area
        </Button>
      )}
      <div className={css.zoom}>
        <IconButton label="Zoom in" size="small" variant="secondary" onClick={() => zoomBy(1)}>
          <Plus aria-hidden="true" />
        </IconButton>
        <IconButton label="Zoom out" size="small" variant="secondary" onClick={() => zoomBy(-1)}>
          <Minus aria-hidden="true" />
        </IconButton>
      </div>
      <p className={css.caption}>
        {search.radius > 0 && search.location && `Within ${search.radius} miles of ${search.location}. `}
        {describePins(pins, missing, cells.length > 0)}
        {attribution && <span className={css.attribution}> {attribution}</span>}
      </p>
    </>
  );
}
