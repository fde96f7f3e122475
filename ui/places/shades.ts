import css from './shades.module.css';
import { shadeOf } from './tile-map.ts';

/** Shade 0 is for places without dentists. */
export const shadeClasses = [css.shade0, css.shade1, css.shade2, css.shade3, css.shade4, css.shade5] as const;

export const shadeClass = (count: number, most: number): string | undefined => shadeClasses[shadeOf(count, most)];
