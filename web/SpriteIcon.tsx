import type { LucideProps } from 'lucide-react';
import sprite from 'virtual:icon-sprite';

/** Replaces one of Lucide's components in the build. `.icon` in base.css has the attributes that all icons share. */
export const spriteIcon = (name: string) => {
  const href = `${sprite}#${name}`;
  return function SpriteIcon({ className, size, ...props }: LucideProps) {
    return (
      <svg className={className ? `icon ${className}` : 'icon'} width={size} height={size} {...props}>
        <use href={href} />
      </svg>
    );
  };
};
