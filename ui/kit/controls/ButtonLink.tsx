import type { ReactNode } from 'react';
import { buttonClass, buttonContentClass, type ButtonLooks } from './Button.tsx';
import { Link, type LinkProps } from '../display/Link.tsx';

interface ButtonLinkProps extends LinkProps, ButtonLooks {
  icon?: ReactNode;
  iconEnd?: ReactNode;
}

/** A link styled as a button, for navigation. */
export function ButtonLink({ variant, size, block, icon, iconEnd, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link className={buttonClass({ variant, size, block }, className)} {...rest}>
      <span className={buttonContentClass}>
        {icon}
        {children}
        {iconEnd}
      </span>
    </Link>
  );
}
