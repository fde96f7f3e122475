import { useQuery } from '@tanstack/react-query';
import { listImports } from '#contract/bulk/bulk.ts';
import { claimCounts } from '#contract/claims/admin-claims.ts';
import { reports } from '#shared/insights/reports.ts';
import { useMay } from '#ui/admin/use-may.ts';
import { useClaimCounts } from '#ui/claims/admin/queue/use-claim-counts.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { useConsoleState } from '#ui/base/platform/use-console-state.ts';

/** Something that waits for the operator. */
interface AttentionItem {
  id: string;
  tone: 'bad' | 'warn' | 'accent';
  title: string;
  detail: string;
  /** The page or the dialog that settles it. */
  action: { label: string; to: string } | { label: string; opens: 'conflicts' };
}

const REFRESH_MS = 60_000;
const count = (n: number, one: string, many: string): string => `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;

export const recentImportsQuery = queryOf(listImports, { query: { pageSize: '6' } });

/** Collects problems and waiting work, the most urgent first. Works offline with what the console keeps. */
export function useAttention(): { items: AttentionItem[]; isPending: boolean } {
  const { link, problem, outbox, schedule, newer } = useConsoleState();
  const mayReview = useMay('claims.read');
  const mayImport = useMay('imports.manage');
  const { isPending } = useQuery({ ...queryOf(claimCounts, {}), enabled: mayReview });
  const counts = useClaimCounts(mayReview);
  const imports = useQuery({ ...recentImportsQuery, refetchInterval: REFRESH_MS, enabled: mayImport });
  const items: AttentionItem[] = [];
  const { conflicts, waiting, held, locked } = outbox;
  if (conflicts.length > 0)
    items.push({
      id: 'conflicts',
      tone: 'bad',
      title: count(conflicts.length, 'decision was not applied', 'decisions were not applied'),
      detail: conflicts[0]!.message,
      action: { label: 'Settle', opens: 'conflicts' },
    });
  if (problem !== null)
    items.push({
      id: 'server',
      tone: 'bad',
      title: 'The server can’t be reached',
      detail: problem,
      action: { label: 'Servers', to: '/admin/desk/servers' },
    });
  const { pending, overdue } = counts ?? { pending: 0, overdue: 0 };
  if (overdue > 0)
    items.push({
      id: 'overdue',
      tone: 'bad',
      title: count(overdue, 'claim is overdue', 'claims are overdue'),
      detail: 'Claimants were promised an answer by now.',
      action: { label: 'Review', to: '/admin?tab=claims&only=overdue' },
    });
  if (pending > overdue)
    items.push({
      id: 'claims',
      tone: 'accent',
      title: `${count(pending - overdue, 'claim is', 'claims are')} waiting for review`,
      detail:
        link === 'offline'
          ? 'You can decide offline. Decisions are sent once you’re connected.'
          : 'The next due one comes first.',
      action: { label: 'Review', to: '/admin?tab=claims' },
    });
  for (const run of imports.data?.filter(({ status }) => status === 'ready') ?? [])
    items.push({
      id: `import ${run.id}`,
      tone: 'warn',
      title: `“${run.fileName}” was checked and waits to be imported`,
      detail: 'Look at what it would change, then import or discard it.',
      action: { label: 'Open', to: `/admin/imports/${run.id}` },
    });
  for (const plan of schedule.filter(({ last }) => last?.ok === false))
    items.push({
      id: `report ${plan.key}`,
      tone: 'warn',
      title: `${reports[plan.id].title} could not be saved to “${plan.folder}”`,
      detail: `${plan.last!.message} We’ll try again.`,
      action: { label: 'Open reports', to: '/admin/desk/reports' },
    });
  if (locked > 0)
    items.push({
      id: 'locked',
      tone: 'warn',
      title: count(locked, 'decision is locked', 'decisions are locked'),
      detail: 'Your keychain didn’t open. Unlock it, then restart Enamel.',
      action: { label: 'See claims', to: '/admin?tab=claims' },
    });
  if (link === 'offline' && waiting + held > 0)
    items.push({
      id: 'waiting',
      tone: 'accent',
      title: `${count(waiting + held, 'decision waits', 'decisions wait')} for a connection`,
      detail: 'Saved on this computer. Sent as soon as you’re connected.',
      action: { label: 'See claims', to: '/admin?tab=claims' },
    });
  if (newer)
    items.push({
      id: 'update',
      tone: 'accent',
      title: `Enamel ${newer.version} is ${newer.how === 'ready' ? 'ready to install' : 'available'}`,
      detail: 'Your work is kept while the console restarts.',
      action: { label: 'Open settings', to: '/admin/desk/settings' },
    });
  return { items, isPending: mayReview && isPending };
}
