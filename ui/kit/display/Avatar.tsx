import { useState } from 'react';
import css from './Avatar.module.css';
import { cx } from '../cx.ts';
import { initials } from './initials.ts';

interface AvatarProps {
  name: string;
  src?: string | null;
  size?: number;
  square?: boolean;
  className?: string;
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
