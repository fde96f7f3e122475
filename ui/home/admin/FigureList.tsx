import type { StaffHome } from '#contract/home/staff-home.ts';
import { describeChange } from '#ui/insights/figure-words.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatAgo, formatBytes, formatNumber, formatWholeDollars } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { useNow } from '#ui/kit/use-now.ts';
import css from './FigureList.module.css';

type Figure = NonNullable<StaffHome['figures']>[number];
interface Words {
  label: string;
  to: string;
  value: (value: number) => string;
  change: (figure: Figure & { value: number }, now: number) => string;
}

/** "3 more than a week ago". Empty if the earlier figure isn't known. */
function compare(value: number, before: number | null, than: string, format = formatNumber): string {
  if (before === null) return '';
  if (value === before) return `Same as ${than}`;
  return `${format(Math.abs(value - before))} ${value > before ? 'more' : 'less'} than ${than}`;
}

const comparePeriod =
  (days: number, options?: Parameters<typeof describeChange>[3]): Words['change'] =>
  ({ value, before }) =>
    before === null ? '' : describeChange(value, before, days, options);
const formatCents = (cents: number): string => formatWholeDollars(cents / 100);

const words: Record<Figure['kind'], Words> = {
  money: {
    label: 'Received in 30 days',
    to: '/admin/subscriptions',
    value: formatCents,
    change: comparePeriod(30, { format: formatCents, less: 'less', same: 'As much' }),
  },
  'sign-ups': {
    label: 'Sign-ups in 7 days',
    to: '/admin/users',
    value: formatNumber,
    change: comparePeriod(7),
  },
  drafts: {
    label: 'Drafts',
    to: '/admin/topics?state=draft',
    value: formatNumber,
    change: ({ before }) => (before ? `${formatNumber(before)} new this week` : 'None new this week'),
  },
  published: {
    label: 'Articles published in 30 days',
    to: '/admin/topics?state=published',
    value: formatNumber,
    change: comparePeriod(30),
  },
  health: {
    label: 'Found by data health',
    to: '/admin/data-health',
    value: formatNumber,
    change: ({ value, before }) => compare(value, before, 'a week ago') || 'We’ll compare it next week',
  },
  backups: {
    label: 'Last backup',
    to: '/admin/backups',
    value: formatBytes,
    change: ({ value, before, at }, now) =>
      [at && formatAgo(at, now), compare(value, before, 'the one before', formatBytes)].filter(Boolean).join(', '),
  },
  visits: {
    label: 'Visits in 7 days',
    to: '/admin?tab=analytics',
    value: formatNumber,
    change: comparePeriod(7),
  },
};
const unknown: Partial<Record<Figure['kind'], string>> = {
  backups: 'No backup yet',
  health: 'Not checked yet',
  visits: 'Not counted yet',
};

/** Figures with their change, each a link to the page behind it. */
export function FigureList({ figures }: { figures: readonly Figure[] }) {
  const now = useNow(60_000);
  return (
    <ul className={layout.tiles}>
      {figures.map((figure) => {
        const { label, to, value, change } = words[figure.kind];
        const isKnown = figure.value !== null;
        return (
          <li key={figure.kind} className={css.figure}>
            <Link to={to} className={css.label}>
              {label}
            </Link>
            <strong className={css.value}>{isKnown ? value(figure.value!) : '—'}</strong>
            <span className={layout.fine}>
              {isKnown ? change(figure as Figure & { value: number }, now) : unknown[figure.kind]}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
