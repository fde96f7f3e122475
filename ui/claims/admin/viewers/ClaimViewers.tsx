import { Avatar } from '#ui/kit/display/Avatar.tsx';
import { cx } from '#ui/kit/cx.ts';
import css from './ClaimViewers.module.css';
import { describeViewers } from './viewers-text.ts';

/** Says which colleagues have this claim open. The live region is always there, so that screen readers announce changes. */
export const ClaimViewers = ({ names }: { names: readonly string[] }) => (
  <div role="status" className={cx(css.viewers, names.length === 0 && css.none)}>
    {names.length > 0 && (
      <>
        {names.slice(0, 3).map((name) => (
          <Avatar key={name} name={name} size={24} />
        ))}
        <span>{describeViewers(names)}</span>
      </>
    )}
  </div>
);
