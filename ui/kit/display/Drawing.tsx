import { markPath } from './Mark.tsx';

/* Line drawings. Each contains the logo, or its smile, drawn in the accent color; the rest is in soft ink. */
const smile = 'M0 0C1.7 4.4 8.4 4.6 10.4 0';

const scenes = {
  /** no results */
  search: (
    <>
      <circle cx="54" cy="46" r="30" />
      <path d="m76 68 20 20" strokeWidth="4" />
      <path d="M18 92h30M104 92h14" className="faint" />
      <g className="mark" transform="translate(36.5 28) scale(1.46)">
        <path d={markPath} />
      </g>
    </>
  ),
  /** empty so far */
  empty: (
    <>
      <path d="M26 54h20l6 11h24l6-11h20l-10-26a6 6 0 0 0-6-4H42a6 6 0 0 0-6 4L26 54v28a8 8 0 0 0 8 8h60a8 8 0 0 0 8-8V54" />
      <path d="M12 100h104" className="faint" />
      <path className="mark" d={smile} transform="translate(56 34) scale(1.55)" />
    </>
  ),
  /** all done */
  done: (
    <>
      <path d="M94 34A40 40 0 1 0 103 57" />
      <path className="faint" d="M20 100h88" />
      <g className="mark" transform="translate(42 34) scale(1.85)">
        <path d={markPath} />
      </g>
      <path d="m88 26 8 8 16-18" className="mark" />
    </>
  ),
  /** no connection */
  offline: (
    <>
      <path d="M14 46c28-26 72-26 100 0M29 61c20-18 50-18 70 0" className="faint" />
      <path d="M22 20l84 72" />
      <path className="mark" d={smile} transform="translate(50 92) scale(2.7 -2.7)" />
      <circle cx="64" cy="96" r="3" className="dot" />
    </>
  ),
  /** something broke */
  trouble: (
    <>
      <path d="M34 24a8 8 0 0 1 8-8h30l22 22v48a8 8 0 0 1-8 8H42a8 8 0 0 1-8-8Z" />
      <path d="M72 16v14a8 8 0 0 0 8 8h14" />
      <circle cx="54" cy="56" r="2.2" className="dot" />
      <circle cx="74" cy="56" r="2.2" className="dot" />
      <path className="mark" d={smile} transform="translate(51 78) scale(2.5 -2.2)" />
      <path d="M16 104h96" className="faint" />
    </>
  ),
  /** this needs a key */
  locked: (
    <>
      <rect x="32" y="48" width="64" height="48" rx="10" />
      <path d="M46 48V36a18 18 0 0 1 36 0v12" />
      <g className="mark" transform="translate(48 56) scale(1.34)">
        <path d={markPath} vectorEffect="non-scaling-stroke" />
      </g>
    </>
  ),
  /** no picture was given */
  picture: (
    <>
      <rect x="18" y="20" width="92" height="72" rx="10" />
      <circle cx="42" cy="42" r="7" className="faint" />
      <path className="mark" d={smile} transform="translate(34 66) scale(5.8 3)" />
    </>
  ),
};

export type Scene = keyof typeof scenes;

export function Drawing({ scene, size = 128, className }: { scene: Scene; size?: number; className?: string }) {
  return (
    <svg
      className={className}
      width={size}
      height={(size / 128) * 116}
      viewBox="0 0 128 116"
      fill="none"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      data-drawing=""
    >
      {scenes[scene]}
    </svg>
  );
}
