import { scaleAt, TILE_SIZE, WORLD } from './mercator.ts';
import type { MapView, Size } from './use-map-view.ts';
import css from './TileLayer.module.css';

/** Pictures from the tile server that the operator chose. */
export function TileLayer({ url, view, size }: { url: string; view: MapView; size: Size }) {
  const zoom = Math.round(view.zoom);
  const count = 2 ** zoom;
  const scale = scaleAt(view.zoom);
  const pixels = TILE_SIZE * 2 ** (view.zoom - zoom);
  const unitsPerTile = WORLD / count;
  const left = view.x - size.width / 2 / scale;
  const top = view.y - size.height / 2 / scale;
  const first = { x: Math.floor(left / unitsPerTile), y: Math.max(0, Math.floor(top / unitsPerTile)) };
  const columns = Math.ceil(size.width / pixels) + 1;
  const rows = Math.min(count - first.y, Math.ceil(size.height / pixels) + 1);
  return (
    <div className={css.tiles} aria-hidden="true">
      {Array.from({ length: columns * rows }, (_, index) => {
        const x = first.x + (index % columns);
        const y = first.y + Math.floor(index / columns);
        const address = { z: zoom, x: ((x % count) + count) % count, y };
        return (
          <img
            key={`${zoom} ${x} ${y}`}
            src={url.replace(/\{([zxy])\}/g, (_match, name: 'z' | 'x' | 'y') => String(address[name]))}
            alt=""
            draggable={false}
            width={TILE_SIZE}
            height={TILE_SIZE}
            style={{
              width: Math.ceil(pixels) + 1,
              height: Math.ceil(pixels) + 1,
              transform: `translate(${(x * unitsPerTile - left) * scale}px, ${(y * unitsPerTile - top) * scale}px)`,
            }}
          />
        );
      })}
    </div>
  );
}
