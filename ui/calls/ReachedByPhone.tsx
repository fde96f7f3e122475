import { PhoneCall } from 'lucide-react';
import { formatNumber } from '#ui/kit/format.ts';
import css from './ReachedByPhone.module.css';

export function ReachedByPhone({ times }: { times: number | null }) {
  if (times === null) return null;
  return (
    <p className={css.reached}>
      <PhoneCall aria-hidden="true" />
      Reached by phone {formatNumber(times)} times this month
    </p>
  );
}
