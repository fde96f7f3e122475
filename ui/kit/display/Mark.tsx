import type { SVGProps } from 'react';

/** The logo, a tooth that curls into a smile. mark.svg and the favicon contain the same path. */
export const markPath =
  'M7.2 8.6C8.9 13 15.6 13.2 17.6 8.4C19 5.2 17.6 3 15.4 3C13.9 3 13.2 3.9 12 3.9C10.8 3.9 10.1 3 8.4 3C5.4 3 3.7 5.3 4 8.2C4.3 11.4 5.8 13.2 6.4 16.5C6.8 19 7.2 21 8.6 21C10.4 21 10.1 16.4 12 16.4C13.9 16.4 13.6 21 15.4 21C16.8 21 17.2 19 17.6 16.5C18 14.6 18.8 13.2 19.4 11.8';

type MarkProps = Omit<SVGProps<SVGSVGElement>, 'children'> & {
  size?: number | string;
  title?: string;
  /** Names the path, so that another mark on the page can use it. */
  pathId?: string;
  /** The path of another mark, because the path is long. */
  usedId?: string;
};

export function Mark({ size = 24, title, strokeWidth, pathId, usedId, ...rest }: MarkProps) {
  const stroke = strokeWidth ?? (typeof size === 'number' && size <= 20 ? 2.1 : 1.75);
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      role={title ? 'img' : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
      {...rest}
    >
      {usedId ? <use href={`#${usedId}`} /> : <path id={pathId} d={markPath} />}
    </svg>
  );
}
