import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { similarListings } from '#contract/practices.ts';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { queryOf } from '#ui/platform/query.ts';
import css from './SimilarListings.module.css';

const useSettled = <T,>(value: T): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 400);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
};

/** While somebody types: the listing may be there already. */
export function SimilarListings({ phone, name, zip }: { phone: string; name: string; zip: string }) {
  const digits = phone.replace(/\D/g, '');
  const asked = useSettled(
    JSON.stringify({
      ...(digits.length >= 10 ? { phone: digits.slice(-10) } : {}),
      ...(name.trim().length >= 3 && /^\d{5}/.test(zip) ? { name: name.trim(), zip: zip.slice(0, 5) } : {}),
    }),
  );
  const { data } = useQuery({
    ...queryOf(similarListings, { query: JSON.parse(asked) as { phone?: string; name?: string; zip?: string } }),
    enabled: asked !== '{}',
  });
  return (
    <div aria-live="polite">
      {asked !== '{}' && data && data.length > 0 && (
        <Callout
          tone="warn"
          title={
            data.some((one) => one.mine) ? 'You have listed this already' : 'Is this your practice? Claim it instead'
          }
        >
          <ul className={css.similar}>
            {data.map((one) => (
              <li key={one.id}>
                <span>
                  {one.name}, {[one.address, one.city, one.state].filter(Boolean).join(', ')}
                </span>
                <Link to={one.mine ? '/dashboard' : one.href}>
                  {one.mine ? 'Open your dashboard' : one.claimed ? 'Already claimed: look at it' : 'Claim it'}
                </Link>
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </div>
  );
}
