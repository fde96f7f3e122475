import type { identityFields } from '#shared/listings/identity.ts';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { listFields } from './badge-changes.ts';

type Field = (typeof identityFields)[number];

/** Warns next to these fields that editing them pauses the badge. */
export function BadgeNote({ of, changes }: { of: readonly Field[]; changes: readonly Field[] }) {
  const changed = of.filter((field) => changes.includes(field));
  if (changed.length === 0) return null;
  return (
    <Callout tone="warn" title="The Verified badge pauses" announce>
      We check {listFields(changed)} first, usually within three business days. Patients see the new details at once,
      and the badge returns after the check. Adding a common word to a name, such as “&amp; Family”, keeps it.
    </Callout>
  );
}
