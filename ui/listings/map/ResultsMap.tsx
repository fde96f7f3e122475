import { useQuery } from '@tanstack/react-query';
import { Minus, Plus } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { zipCenters } from '#contract/places/map.ts';
import { findNearestZip } from '#contract/directory/search-help.ts';
import { siteInfo } from '#contract/site.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { api } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import type { CardItem } from '../card/card-search.ts';
import { useLinkedCards } from './active-listing.ts';
import { areaOf, cornersOf } from './area.ts';
import { BaseMap } from './BaseMap.tsx';
import { CityLabels } from './CityLabels.tsx';
import { groupPins, placePins, type Pin, type PinGroup } from './group-pins.ts';
import { MapPins } from './MapPins.tsx';
import type { CardReply } from '../card/card-search.ts';
import type { SearchState } from '../search/search-state.ts';
import { PinCard } from './PinCard.tsx';
import { TileLayer } from './TileLayer.tsx';
import { fitView, useMapView, zoomBy } from './use-map-view.ts';
import css from './ResultsMap.module.css';

export interface ResultsMapProps {
  search: SearchState;
  data: CardReply | undefined;
  onChange: (change: Partial<SearchState>) => void;
}

const noItems: never[] = [];
/** A pin above this height, in pixels, would be covered by its own card. */
const BELOW_CARD = 250;

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

export default function ResultsMap({ search, data, onChange }: ResultsMapProps) {
  const viewport = useRef<HTMLDivElement>(null);
  const { size, view, isMoved, move, show, settle, lower } = useMapView(viewport);
  const tiles = useQuery(queryOf(siteInfo, {})).data?.mapTiles;
  const items = data?.items ?? noItems;
  const centers = useZipCenters(data ? listZips(items, search.location) : []);
  const { pins, missing } = useMemo(() => placePins(items, centers ?? new Map()), [items, centers]);
  const ids = useMemo(() => items.map(({ id }) => id), [items]);
  useLinkedCards(ids);

  const isReady = data !== undefined && centers !== undefined && size.width > 0;
  const shown = useRef<readonly Pin[] | null>(null);
  /** True while the results of "Search this area" arrive, which must not move the map. */
  const keepsView = useRef(false);
  useEffect(() => {
    if (!isReady || shown.current === pins) return;
    shown.current = pins;
    if (keepsView.current) settle();
    else
      show(
        fitView(
          items.length > 0
            ? pins.map(({ position }) => position)
            : [...(centers?.values() ?? [])].flatMap((center) => cornersOf(center, search.radius || MILES_AROUND_ZIP)),
          size,
        ),
      );
    keepsView.current = false;
  }, [isReady, items, pins, centers, search.radius, size, show, settle]);

  const [openIds, setOpenIds] = useState<readonly number[]>([]);
  const openPins = pins.filter(({ listing }) => openIds.includes(listing.id));
  const openGroup = ({ pins: opened, at }: PinGroup) => {
    setOpenIds(opened.map(({ listing }) => listing.id));
    lower(at.y, BELOW_CARD);
  };
  const close = () => {
    viewport.current?.querySelector<HTMLElement>('[data-pin][aria-expanded=true]')?.focus();
    setOpenIds([]);
  };

  const [isSearching, setIsSearching] = useState(false);
  const area = view && size.width > 0 ? areaOf(view, size) : null;
  const searchArea = async () => {
    if (!area || area.miles === null) return;
    setIsSearching(true);
    try {
      const { zip } = await api(findNearestZip, { body: area.center });
      if (zip === null) {
        toast({
          title: "Couldn't search here",
          description: 'There is no ZIP code near here.',
          variant: 'destructive',
        });
        return;
      }
      keepsView.current = true;
      setOpenIds([]);
      settle();
      onChange({ location: zip, radius: area.miles });
    } catch (error) {
      toastError(error, "Couldn't search here");
    } finally {
      setIsSearching(false);
    }
  };

  const groups = view ? groupPins(pins, view, size) : [];
  return (
    <>
      <div
        ref={viewport}
        className={css.viewport}
        tabIndex={0}
        role="region"
        aria-label="Map of the results. Arrow keys move it, plus and minus zoom."
      >
        {view && (
          <>
            {tiles ? (
              <TileLayer url={tiles.url} view={view} size={size} />
            ) : (
              <>
                <BaseMap view={view} size={size} />
                <CityLabels view={view} size={size} groups={groups} />
              </>
            )}
            <MapPins groups={groups} openIds={openIds} onOpen={openGroup} onClose={close} />
          </>
        )}
        {openPins.length > 0 && <PinCard key={openIds.join()} pins={openPins} onClose={close} />}
      </div>
      {isMoved && area && (
        <div className={css.searchArea}>
          {area.miles === null ? (
            <p className={css.hint}>Zoom in to search here</p>
          ) : (
            <Button variant="primary" size="small" busy={isSearching} onClick={() => void searchArea()}>
              Search this area
            </Button>
          )}
        </div>
      )}
      <div className={css.zoom}>
        <IconButton label="Zoom in" size="small" variant="secondary" onClick={() => move((now) => zoomBy(now, 1))}>
          <Plus aria-hidden="true" />
        </IconButton>
        <IconButton label="Zoom out" size="small" variant="secondary" onClick={() => move((now) => zoomBy(now, -1))}>
          <Minus aria-hidden="true" />
        </IconButton>
      </div>
      <p className={css.caption}>
        {describe(search.location, search.radius)}
        {describePins(pins, missing)}
        {tiles && <span className={css.attribution}> {tiles.attribution}</span>}
      </p>
    </>
  );
}

const describe = (location: string, radius: number): string =>
  radius > 0 && location ? `Within ${radius} miles of ${location}. ` : '';

function describePins(pins: readonly Pin[], missing: number): string {
  const approximate = pins.filter(({ isApproximate }) => isApproximate).length;
  const sponsored = pins.filter(({ listing }) => listing.why.paid).map(({ number }) => number);
  return [
    pins.length > 0 && `${pins.length === 1 ? 'The practice' : `The ${pins.length} practices`} on this page.`,
    sponsored.length > 0 && `Sponsored: ${sponsored.join(', ')}.`,
    approximate > 0 && `Dashed pins show the center of a ZIP code.`,
    missing > 0 && `${missing} not on the map, because ${missing === 1 ? 'its' : 'their'} position is unknown.`,
  ]
    .filter(Boolean)
    .join(' ');
}
