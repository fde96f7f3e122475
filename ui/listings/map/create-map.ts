import { addProtocol, Map as MapLibre, setWorkerUrl, type GeoJSONSource } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { Protocol } from 'pmtiles';
import { THEME_CHANGED } from '#ui/kit/styles/theme.ts';
import { readMapColors } from './map-colors.ts';
import { COUNTY_ZOOM, COVER, drawShield, makeStyle, SHIELD, type GroundInfo } from './map-style.ts';
import { loadCounties, loadStates } from './outlines.ts';
import { COVER_PIXELS } from './pins.ts';

setWorkerUrl(workerUrl);
addProtocol('pmtiles', new Protocol().tile);

export type { MapLibre };

const contiguousStates: [number, number, number, number] = [-124.7, 24.5, -66.9, 49.4];

/** Null if the browser has no WebGL. */
export function createMap(container: HTMLElement): MapLibre | null {
  try {
    const map = new MapLibre({
      container,
      bounds: contiguousStates,
      minZoom: 2,
      maxZoom: 18,
      attributionControl: false,
      renderWorldCopies: false,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      // Symbols fade in without moving, and pins are there at once.
      fadeDuration: 150,
      canvasContextAttributes: { antialias: true },
      locale: { 'Map.Title': 'Map of the results. Arrow keys move it, plus and minus zoom.' },
      style: { version: 8, sources: {}, layers: [{ id: 'behind', type: 'background', paint: { 'background-color': readMapColors(container).land } }] }, // prettier-ignore
    });
    map.touchZoomRotate.disableRotation();
    map.keyboard.disableRotation();
    return map;
  } catch {
    return null;
  }
}

const isDark = (element: HTMLElement): boolean =>
  getComputedStyle(element).colorScheme === 'dark' ||
  (getComputedStyle(element).colorScheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);

export const setData = (map: MapLibre, source: string, data: Parameters<GeoJSONSource['setData']>[0]): void =>
  void map.getSource<GeoJSONSource>(source)?.setData(data);

/** Draws the ground, and keeps it in the colors of the theme. Returns a function that stops that. */
export function drawGround(map: MapLibre, info: GroundInfo): () => void {
  const container = map.getContainer();
  const style = () => makeStyle(readMapColors(container), info, isDark(container));
  const addShield = () => {
    const { image, options } = drawShield(readMapColors(container));
    if (map.hasImage(SHIELD)) map.removeImage(SHIELD);
    map.addImage(SHIELD, image, options);
  };
  const repaint = () => {
    for (const { id, paint } of style().layers)
      for (const [name, value] of Object.entries(paint ?? {}))
        map.setPaintProperty(id, name as Parameters<MapLibre['setPaintProperty']>[1], value);
    addShield();
  };
  let areCountiesLoaded = false;
  const addCounties = () => {
    if (areCountiesLoaded || map.getZoom() < COUNTY_ZOOM || !map.getSource('counties')) return;
    areCountiesLoaded = true;
    void loadCounties().then(({ borders, names }) => {
      setData(map, 'counties', borders);
      setData(map, 'countyNames', names);
    });
  };
  map.setStyle(style(), { diff: false });
  map.once('style.load', () => {
    addShield();
    map.addImage(COVER, new ImageData(COVER_PIXELS, COVER_PIXELS));
    addCounties();
    if (!info.mapTiles || info.mapGround)
      void loadStates().then(({ land, borders, names }) => {
        setData(map, 'states', land);
        setData(map, 'stateBorders', borders);
        setData(map, 'stateNames', names);
      });
  });
  map.on('moveend', addCounties);
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  scheme.addEventListener('change', repaint);
  addEventListener(THEME_CHANGED, repaint);
  return () => {
    map.off('moveend', addCounties);
    scheme.removeEventListener('change', repaint);
    removeEventListener(THEME_CHANGED, repaint);
  };
}
