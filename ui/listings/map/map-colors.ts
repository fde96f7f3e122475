const names = [
  'water',
  'water-label',
  'land',
  'abroad',
  'park',
  'built',
  'road',
  'road-edge',
  'highway',
  'highway-edge',
  'border',
  'county',
  'label',
  'label-soft',
] as const;
export type MapColors = Record<(typeof names)[number], string>;

/** Reads the map's colors from its style sheet in the current theme, in the notation that MapLibre knows. */
export function readMapColors(element: HTMLElement): MapColors {
  const probe = element.appendChild(document.createElement('i'));
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
  const read = (name: string): string => {
    probe.style.color = `var(--map-${name})`;
    canvas.fillStyle = getComputedStyle(probe).color;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
    return `rgb(${red}, ${green}, ${blue})`;
  };
  const colors = Object.fromEntries(names.map((name) => [name, read(name)])) as MapColors;
  probe.remove();
  return colors;
}
