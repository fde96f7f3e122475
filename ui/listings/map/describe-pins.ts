import type { NumberedPin } from './pins.ts';

/** Explains the pins in sentences. */
export function describePins(pins: readonly NumberedPin[], missing: number, hasOthers: boolean): string {
  const approximate = pins.filter(({ isApproximate }) => isApproximate).length;
  const sponsored = pins.filter(({ listing }) => listing.why.paid).map(({ number }) => number);
  return [
    pins.length > 0 && `${pins.length === 1 ? 'The pin is the practice' : 'Numbers are the practices'} on this page.`,
    hasOthers && 'Circles are all others.',
    sponsored.length > 0 && `Sponsored: ${sponsored.join(', ')}.`,
    approximate > 0 && `Dashed pins show the center of a ZIP code.`,
    missing > 0 && `${missing} not on the map, because ${missing === 1 ? 'its' : 'their'} position is unknown.`,
  ]
    .filter(Boolean)
    .join(' ');
}
