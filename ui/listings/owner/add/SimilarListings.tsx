import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { similarListings } from '#contract/places/practices.ts';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { queryOf } from '#ui/base/platform/query.ts';
import css from './SimilarListings.module.css';

const useDebounced = <T,>(value: T): T => {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), 400);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
};

/** Warns while typing if the listing may already exist. */
export function SimilarListings({
  phone,
  name,
  zip,
  address,
  children,
}: {
  phone: string;
  name: string;
  zip: string;
  address: string;
  /** Shown below the list. */
  children?: ReactNode;
}) {
  const digits = phone.replace(/\D/g, '');
  const query = useDebounced(
    JSON.stringify({
      ...(digits.length >= 10 ? { phone: digits.slice(-10) } : {}),
      ...(name.trim().length >= 3 && /^\d{5}/.test(zip) ? { name: name.trim() } : {}),
      ...(/^\d{5}/.test(zip) && (name.trim().length >= 3 || address.trim() !== '') ? { zip: zip.slice(0, 5) } : {}),
      ...(/^\d{5}/.test(zip) && address.trim() !== '' ? { address: address.trim().slice(0, 200) } : {}),
    }),
  );
  const { data } = useQuery({
    ...queryOf(similarListings, { query: JSON.parse(query) as Record<string, string> }),
    enabled: query !== '{}',
  });
  return (
    <div aria-live="polite">
      {query !== '{}' && data && data.length > 0 && (
        <Callout
          tone="warn"
          title={
            data.some((listing) => listing.mine)
              ? 'You have already listed this'
              : 'Is this your practice? Claim it instead'
          }
        >
          <ul className={css.similar}>
            {data.map((listing) => (
              <li key={listing.id}>
                <span>
                  {listing.name}, {[listing.address, listing.city, listing.state].filter(Boolean).join(', ')}.{' '}
                  {listing.why}
                </span>
                <Link to={listing.mine ? '/dashboard' : listing.href}>
                  {listing.mine ? 'Open your dashboard' : listing.claimed ? 'Already claimed. View it' : 'Claim it'}
                </Link>
              </li>
            ))}
          </ul>
          {children}
        </Callout>
      )}
    </div>
  );
}
