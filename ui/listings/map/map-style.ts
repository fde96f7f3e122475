import { layers, namedFlavor, type Flavor } from '@protomaps/basemaps';
import type { FeatureCollection } from 'geojson';
import type {
  LayerSpecification,
  SourceSpecification,
  StyleSpecification,
  VariableAnchorOffsetCollectionSpecification,
} from 'maplibre-gl';
import type { Reply } from '#contract/endpoint.ts';
import type { siteInfo } from '#contract/site.ts';
import type { MapColors } from './map-colors.ts';

/** The font of the site. Without a server of glyphs, MapLibre draws letters with the fonts of the page. */
const FONT = 'Figtree Variable';
const BOLD_FONT = 'Figtree Semibold';

export type GroundInfo = Pick<Reply<typeof siteInfo>, 'mapGround' | 'mapTiles'>;

const noFeatures: FeatureCollection = { type: 'FeatureCollection', features: [] };
const lateData: SourceSpecification = { type: 'geojson', data: noFeatures };

/** From this zoom on, counties are drawn. */
export const COUNTY_ZOOM = 5;

/** The map's style: the installed streets, the operator's tile server, or outlines with the towns of the directory. */
export function makeStyle(colors: MapColors, { mapGround, mapTiles }: GroundInfo, isDark: boolean): StyleSpecification {
  const background = fillBehind(colors.water);
  const outlines = { states: lateData, stateBorders: lateData, stateNames: lateData };
  if (mapGround)
    return {
      version: 8,
      sources: {
        ...outlines,
        covers: lateData,
        ground: { type: 'vector', url: `pmtiles://${location.origin}${mapGround.url}` },
      },
      layers: [background, land(colors), ...groundLayers(colors, isDark), covers],
    };
  if (mapTiles)
    return {
      version: 8,
      sources: { ...outlines, tiles: { type: 'raster', tiles: [mapTiles.url], tileSize: 256 } },
      layers: [
        background,
        { id: 'tiles', type: 'raster', source: 'tiles', paint: { 'raster-brightness-max': isDark ? 0.85 : 1 } },
      ],
    };
  return {
    version: 8,
    sources: { ...outlines, counties: lateData, countyNames: lateData, towns: lateData, covers: lateData },
    // The outlines don't tell the sea from other countries, so what is beyond the states isn't blue.
    layers: [fillBehind(colors.abroad), land(colors), ...outlineLayers(colors), covers],
  };
}

const fillBehind = (color: string): LayerSpecification => ({
  id: 'behind',
  type: 'background',
  paint: { 'background-color': color },
});

const land = (colors: MapColors): LayerSpecification => ({
  id: 'land',
  type: 'fill',
  source: 'states',
  paint: { 'fill-color': colors.land, 'fill-antialias': false },
});

export const COVER = 'cover';

/** An empty picture under each pin. The top layer is placed first, and names move away from it or are left out. */
const covers: LayerSpecification = {
  id: 'covers',
  type: 'symbol',
  source: 'covers',
  layout: {
    'icon-image': COVER,
    'icon-size': ['get', 'scale'],
    'icon-offset': ['get', 'offset'],
    'icon-allow-overlap': true,
    'icon-padding': 0,
  },
};

/** The sides of a town where its name may be, in letters: next to the town, or next to the pins that cover it. */
const TOWN_PLACES: VariableAnchorOffsetCollectionSpecification = [
  'left', [0.5, 0], 'right', [-0.5, 0], 'top', [0, 0.4], 'bottom', [0, -0.4],
  'left', [2.2, 0], 'right', [-2.2, 0], 'top', [0, 2.2], 'bottom', [0, -3],
]; // prettier-ignore

/** Names follow the importance of what they name: towns in ink, counties and states behind them. */
function outlineLayers(colors: MapColors): LayerSpecification[] {
  const halo = { 'text-halo-color': colors.land, 'text-halo-width': 1.6 };
  return [
    {
      id: 'counties',
      type: 'line',
      source: 'counties',
      minzoom: COUNTY_ZOOM,
      paint: { 'line-color': colors.county, 'line-width': ['interpolate', ['linear'], ['zoom'], 5, 0.5, 10, 1.2] },
    },
    {
      id: 'coast',
      type: 'line',
      source: 'stateBorders',
      layout: { 'line-join': 'round' },
      paint: { 'line-color': colors.border, 'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.8, 9, 1.8] },
    },
    {
      id: 'county-names',
      type: 'symbol',
      source: 'countyNames',
      minzoom: 7.5,
      layout: {
        'text-field': ['concat', ['get', 'name'], ' County'],
        'text-font': [FONT],
        'text-size': 11,
        'text-letter-spacing': 0.06,
        'text-padding': 14,
      },
      paint: { ...halo, 'text-color': colors['label-soft'] },
    },
    {
      id: 'state-names',
      type: 'symbol',
      source: 'stateNames',
      maxzoom: 8,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': [FONT],
        'text-transform': 'uppercase',
        'text-letter-spacing': 0.14,
        'text-size': ['interpolate', ['linear'], ['zoom'], 3, 9, 7, 15],
        'text-max-width': 7,
      },
      paint: { ...halo, 'text-color': colors['label-soft'] },
    },
    {
      id: 'town-dots',
      type: 'circle',
      source: 'towns',
      minzoom: 5,
      paint: { 'circle-radius': 2, 'circle-color': colors['label-soft'], 'circle-stroke-width': 1.2, 'circle-stroke-color': colors.land }, // prettier-ignore
    },
    {
      id: 'towns',
      type: 'symbol',
      source: 'towns',
      layout: {
        'text-field': ['get', 'name'],
        'text-font': ['step', ['get', 'rank'], ['literal', [BOLD_FONT]], 8, ['literal', [FONT]]],
        'text-size': ['interpolate', ['linear'], ['get', 'rank'], 0, 15, 30, 12],
        'text-variable-anchor-offset': TOWN_PLACES,
        'text-padding': 2,
        'symbol-sort-key': ['get', 'rank'],
      },
      paint: { ...halo, 'text-color': colors.label },
    },
  ];
}

/** Labels of shops and one-way arrows need pictures, and say nothing about dentists. */
const leftOut = new Set(['pois', 'roads_oneway', 'address_label']);

function groundLayers(colors: MapColors, isDark: boolean): LayerSpecification[] {
  return layers('ground', toFlavor(colors, isDark), { lang: 'en' })
    .filter(({ id, type }) => !leftOut.has(id) && type !== 'background')
    .map((layer) => adaptLayer(layer as LayerSpecification, colors));
}

function adaptLayer(layer: LayerSpecification, colors: MapColors): LayerSpecification {
  if (layer.type !== 'symbol') return layer;
  if (layer.id === 'roads_shields')
    return {
      ...layer,
      layout: { ...layer.layout, 'icon-image': SHIELD, 'icon-size': 1, 'icon-text-fit': 'both', 'icon-text-fit-padding': [2, 4, 2, 4], 'text-size': 10, 'symbol-spacing': 420 }, // prettier-ignore
      paint: { 'text-color': colors.label },
    };
  const { 'icon-image': _icon, 'icon-size': _size, 'icon-padding': _padding, ...layout } = layer.layout ?? {};
  return { ...layer, layout, paint: { ...layer.paint, 'text-halo-width': 1.4 } };
}

/** The colors of the product for Protomaps' style. */
function toFlavor(colors: MapColors, isDark: boolean): Flavor {
  const flavor = namedFlavor(isDark ? 'dark' : 'light');
  const set = (pattern: RegExp, color: string) =>
    Object.fromEntries(
      Object.entries(flavor)
        .filter(([name, value]) => typeof value === 'string' && pattern.test(name))
        .map(([name]) => [name, color]),
    );
  const { pois: _pois, landcover: _landcover, ...plain } = flavor;
  return {
    ...plain,
    ...set(/^(?:earth|background|glacier|sand|beach|military)$/, colors.land),
    ...set(/^(?:hospital|industrial|school|pedestrian|aerodrome|zoo|buildings|pier)$/, colors.built),
    ...set(/^(?:park|wood|scrub)_/, colors.park),
    ...set(/^water$/, colors.water),
    ...set(/minor|other|link|major|service|runway/, colors.road),
    ...set(/highway/, colors.highway),
    ...set(/casing/, colors['road-edge']),
    ...set(/highway.*casing/, colors['highway-edge']),
    ...set(/^railway$/, colors.county),
    ...set(/^boundaries$/, colors.border),
    ...set(/label/, colors.label),
    ...set(/^(?:roads_label|subplace_label|state_label|country_label)/, colors['label-soft']),
    ...set(/halo/, colors.land),
    ...set(/^ocean_label$/, colors['water-label']),
    regular: FONT,
    bold: BOLD_FONT,
    italic: FONT,
  };
}

export const SHIELD = 'shield';

/** The frame of a highway's number, which stretches with it. */
export function drawShield(colors: MapColors) {
  const canvas = document.createElement('canvas').getContext('2d')!;
  canvas.canvas.width = canvas.canvas.height = 24;
  canvas.fillStyle = colors.road;
  canvas.strokeStyle = colors.border;
  canvas.lineWidth = 2;
  canvas.beginPath();
  canvas.roundRect(1, 1, 22, 22, 7);
  canvas.fill();
  canvas.stroke();
  const stretch: [number, number][] = [[9, 15]];
  return {
    image: canvas.getImageData(0, 0, 24, 24),
    options: { pixelRatio: 2, stretchX: stretch, stretchY: stretch, content: [4, 4, 20, 20] as [number, number, number, number] }, // prettier-ignore
  };
}
