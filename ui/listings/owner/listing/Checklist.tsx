import { Circle, CircleCheck } from 'lucide-react';
import { listingParts, type ListingPart } from '#shared/listings/completeness.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { layout } from '#ui/kit/layout.ts';
import css from './Checklist.module.css';
import { listingTabPath, partTexts } from '#ui/listings/listing-tabs.ts';

/** Checks off what patients look for, and links to the missing parts. */
export function Checklist({ id, missing }: { id: number; missing: readonly ListingPart[] }) {
  const done = listingParts.length - missing.length;
  return (
    <div className={layout.snug}>
      <p className={css.summary}>
        {missing.length === 0
          ? 'Your listing has everything that patients look for.'
          : `Your profile is ${done} of ${listingParts.length} complete.`}
      </p>
      <ul className={css.parts}>
        {listingParts.map((part) => {
          const isMissing = missing.includes(part);
          const { label, action, tab } = partTexts[part];
          const Icon = isMissing ? Circle : CircleCheck;
          return (
            <li key={part} data-done={isMissing ? undefined : ''}>
              <Icon aria-hidden="true" />
              {isMissing ? (
                <Link to={`${listingTabPath(id, tab)}${part === 'hours' ? '#confirm' : ''}`}>{action}</Link>
              ) : (
                <span>
                  {label}
                  <span className="hidden-text">: complete</span>
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
