import { useState } from 'react';
import css from './Avatar.module.css';
import { cx } from '../cx.ts';

export interface AvatarProps {
  name: string;
  src?: string | null;
  size?: number;
  square?: boolean;
  className?: string;
}

const titles = /^(?:dr|mr|mrs|ms|prof)\.?$/i;

function initials(name: string): string {
  const words = name.split(/[\s,]+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word) && !titles.test(word));
  const first = words[0] ?? '';
  const last = words.length > 1 ? (words[words.length - 1] ?? '') : '';
  return `${Array.from(first)[0] ?? ''}${Array.from(last)[0] ?? ''}`.toUpperCase();
}

/** Hidden from screen readers, because the name is next to it. */
export function Avatar({ name, src, size = 40, square, className }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <span
      className={cx(css.avatar, square && css.square, className)}
      style={{ '--size': `${size}px` }}
      aria-hidden="true"
    >
      {src && failed !== src ? (
        <img src={src} alt="" width={size} height={size} loading="lazy" onError={() => setFailed(src)} />
      ) : (
        initials(name)
      )}
    </span>
  );
}
