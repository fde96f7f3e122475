import { markPath } from '#ui/kit/display/Mark.tsx';

/** Widths of the lines along both sides of the stroke, widest first. */
const ripples = [4.6, 3.1, 1.7];

/** The logo's stroke, enlarged, with ripples. */
export function HeroArt({ className }: { className?: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox="-1 0 26 24"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {ripples.map((width) => (
        <g key={width}>
          <path d={markPath} data-ripple="" strokeWidth={width} />
          <path d={markPath} data-water="" strokeWidth={width - 0.14} />
        </g>
      ))}
      <path d={markPath} data-stroke="" strokeWidth="0.42" />
    </svg>
  );
}

/** The curved lower edge of the hero, taken from the logo's smile. */
export function Smile({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 -1V0C20 11.4 76 14.2 100 0V-1Z" />
    </svg>
  );
}
