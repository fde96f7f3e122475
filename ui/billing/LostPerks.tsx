import { Callout } from '#ui/kit/display/Callout.tsx';
import css from './LostPerks.module.css';
import { findLostPerks } from './lost-perks.ts';

/** Lists the perks that an owner loses with a lower plan. Renders nothing for a higher one. */
export function LostPerks({ from, to }: { from: string; to: string }) {
  const perks = findLostPerks(from, to);
  if (perks.length === 0) return null;
  return (
    <Callout tone="warn" title="What you lose">
      <ul className={css.perks}>
        {perks.map((perk) => (
          <li key={perk}>{perk}</li>
        ))}
      </ul>
      What you entered is kept for when you upgrade again.
    </Callout>
  );
}
