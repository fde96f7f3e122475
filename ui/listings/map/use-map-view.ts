import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { project, scaleAt, WORLD, type Point, type Position } from './mercator.ts';

/** The center in map units, and the zoom. */
export interface MapView extends Point {
  zoom: number;
}
export interface Size {
  width: number;
  height: number;
}

const MIN_ZOOM = 2.5;
const MAX_ZOOM = 12;
const MAX_FIT_ZOOM = 11;
/** Space around the pins, in pixels. A pin rises above its position. */
const PADDING = 68;
const PIN_HEIGHT = 40;
const SINGLE_POINT = 1e-6;

const contiguousStates: Position[] = [
  { lat: 24.5, lng: -124.7 },
  { lat: 49.4, lng: -66.9 },
];

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

const keepOnMap = ({ x, y, zoom }: MapView): MapView => ({
  x: clamp(x, 0, WORLD),
  y: clamp(y, WORLD * 0.1, WORLD * 0.9),
  zoom: clamp(zoom, MIN_ZOOM, MAX_ZOOM),
});

/** The closest view that shows all positions; without any, the contiguous states. */
export function fitView(positions: readonly Position[], { width, height }: Size): MapView {
  const points = (positions.length > 0 ? positions : contiguousStates).map(project);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const padding = positions.length > 0 ? PADDING : 8;
  const scale = Math.min(
    Math.max(1, width - 2 * padding) / Math.max(SINGLE_POINT, right - left),
    Math.max(1, height - 2 * padding) / Math.max(SINGLE_POINT, bottom - top),
  );
  const zoom = Math.min(MAX_FIT_ZOOM, Math.log2(scale / scaleAt(0)));
  const fitted = keepOnMap({ x: (left + right) / 2, y: (top + bottom) / 2, zoom });
  return positions.length > 0 ? panBy(fitted, 0, PIN_HEIGHT / 2) : fitted;
}

export const panBy = (view: MapView, dx: number, dy: number): MapView => {
  const scale = scaleAt(view.zoom);
  return keepOnMap({ ...view, x: view.x - dx / scale, y: view.y - dy / scale });
};

/** Zooms so that the place at `anchor`, in pixels from the center of the window, stays where it is. */
export function zoomBy(view: MapView, step: number, anchor: Point = { x: 0, y: 0 }): MapView {
  const zoom = clamp(view.zoom + step, MIN_ZOOM, MAX_ZOOM);
  const [before, after] = [scaleAt(view.zoom), scaleAt(zoom)];
  return keepOnMap({
    zoom,
    x: view.x + anchor.x / before - anchor.x / after,
    y: view.y + anchor.y / before - anchor.y / after,
  });
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const ARROW_STEP = 80;

/** The size of an element, 0 by 0 until it is known. */
function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    const sizes = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      setSize({ width, height });
    });
    sizes.observe(element.current!);
    return () => sizes.disconnect();
  }, [element]);
  return size;
}

/** The view of a map in `viewport`, moved by mouse, touch, and keyboard. */
export function useMapView(viewport: RefObject<HTMLElement | null>) {
  const size = useSize(viewport);
  const [view, setView] = useState<MapView | null>(null);
  /** True after the visitor has moved the map, until it is fitted again. */
  const [isMoved, setIsMoved] = useState(false);
  const move = useCallback((change: (view: MapView) => MapView) => {
    setView((current) => current && change(current));
    setIsMoved(true);
  }, []);
  const show = useCallback((next: MapView) => {
    setView(next);
    setIsMoved(false);
  }, []);
  const settle = useCallback(() => setIsMoved(false), []);
  /** Moves what is at this height of the window down to another height. */
  const lower = useCallback(
    (from: number, to: number) => setView((current) => current && panBy(current, 0, Math.max(0, to - from))),
    [],
  );
  useGestures(viewport, move);
  return { size, view, isMoved, move, show, settle, lower };
}

function useGestures(
  viewport: RefObject<HTMLElement | null>,
  move: (change: (view: MapView) => MapView) => void,
): void {
  const pointers = useRef(new Map<number, Point>());
  useEffect(() => {
    const element = viewport.current!;
    const listeners = new AbortController();
    const on = <K extends keyof HTMLElementEventMap>(
      type: K,
      listener: (event: HTMLElementEventMap[K]) => void,
      passive = true,
    ) => element.addEventListener(type, listener, { passive, signal: listeners.signal });
    const anchorOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
      const box = element.getBoundingClientRect();
      return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
    };
    const isControl = (event: Event) => (event.target as Element).closest('button, a, [data-map-panel]') !== null;

    on('pointerdown', (event) => {
      if (isControl(event) || event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, anchorOf(event));
    });
    on('pointermove', (event) => {
      const before = pointers.current.get(event.pointerId);
      if (!before) return;
      const now = anchorOf(event);
      const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      pointers.current.set(event.pointerId, now);
      if (!other) return move((view) => panBy(view, now.x - before.x, now.y - before.y));
      const distance = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      const step = Math.log2(distance(now) / distance(before));
      move((view) => panBy(zoomBy(view, step, middle), (now.x - before.x) / 2, (now.y - before.y) / 2));
    });
    const release = (event: PointerEvent) => void pointers.current.delete(event.pointerId);
    on('pointerup', release);
    on('pointercancel', release);
    on('dblclick', (event) => {
      if (!isControl(event)) move((view) => zoomBy(view, 1, anchorOf(event)));
    });
    on(
      'wheel',
      (event) => {
        if ((event.target as Element).closest('[data-map-panel]')) return;
        event.preventDefault();
        const step = -event.deltaY * (event.deltaMode === 0 ? 0.004 : 0.12);
        move((view) => zoomBy(view, clamp(step, -1, 1), anchorOf(event)));
      },
      false,
    );
    on(
      'keydown',
      (event) => {
        if (event.target !== element || event.ctrlKey || event.metaKey || event.altKey) return;
        const arrow = ARROWS[event.key];
        if (arrow) move((view) => panBy(view, arrow[0] * ARROW_STEP, arrow[1] * ARROW_STEP));
        else if (event.key === '+' || event.key === '=') move((view) => zoomBy(view, 1));
        else if (event.key === '-') move((view) => zoomBy(view, -1));
        else return;
        event.preventDefault();
      },
      false,
    );
    return () => listeners.abort();
  }, [viewport, move]);
}
