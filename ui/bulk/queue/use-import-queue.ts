import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { getQueueVersion, listImportQueue, type QueuedImport } from '#contract/bulk/import-queue.ts';
import { useMay } from '#ui/admin/use-may.ts';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { useImport } from './import-store.ts';
import { importPaths } from '../import-paths.ts';

const SHORTEST_MS = 1_000;
const LONGEST_MS = 10_000;
const WAITING_MS = 2_000;
/** While nothing runs, so that an import that starts elsewhere shows within seconds. */
const IDLE_MS = 5_000;

const openStates = new Set<QueuedImport['state']>(['waiting', 'reading', 'comparing', 'applying']);
export const isOpen = ({ state }: QueuedImport): boolean => openStates.has(state);
export const isRunning = (item: QueuedImport): boolean => isOpen(item) && item.state !== 'waiting';

/** How long until the next look: longer for longer imports. False while nothing waits or runs. */
export function chooseInterval(items: readonly QueuedImport[] | undefined): number | false {
  if (!items?.some(isOpen)) return false;
  const secondsLeft = items.find(isRunning)?.secondsLeft;
  if (secondsLeft == null) return WAITING_MS;
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, (secondsLeft * 1_000) / 20));
}

/** The imports that run, wait, or have ended lately, on all servers. */
export function useImportQueue(): QueuedImport[] {
  const mayImport = useMay('imports.manage');
  const client = useQueryClient();
  const { staffConsole } = usePlatform();
  const isImporting = useImport(({ busy }) => busy !== null);
  const { data, refetch } = useQuery({
    ...queryOf(listImportQueue, {}),
    enabled: mayImport,
    refetchInterval: ({ state }) =>
      state.error ? LONGEST_MS : chooseInterval(state.data) || (isImporting && WAITING_MS),
  });
  const wasImporting = useRef(isImporting);
  useEffect(() => {
    if (mayImport && wasImporting.current !== isImporting) void refetch();
    wasImporting.current = isImporting;
  }, [isImporting, mayImport, refetch]);
  useEffect(() => {
    if (!staffConsole || !mayImport) return;
    // The main process queues the files of watched folders by itself.
    const countWaiting = () => staffConsole.state().folders.reduce((sum, { waiting }) => sum + waiting, 0);
    let last = countWaiting();
    return staffConsole.watch(() => {
      if (countWaiting() !== last) void refetch();
      last = countWaiting();
    });
  }, [staffConsole, mayImport, refetch]);
  const openCount = data?.filter(isOpen).length ?? 0;
  const lastOpenCount = useRef(openCount);
  useEffect(() => {
    if (openCount < lastOpenCount.current)
      void refresh(client, ...importPaths, '/api/dentists', '/api/stats', '/api/geographic');
    lastOpenCount.current = openCount;
  }, [client, openCount]);
  return data ?? [];
}

/** Whether an import waits or runs, as far as this page knows from its list of imports. */
export function useIsImportOpen(): boolean {
  const { data } = useQuery({ ...queryOf(listImportQueue, {}), enabled: false });
  return data?.some(isOpen) ?? false;
}

/** Loads the queue again when an import starts elsewhere: in another tab, by a folder, or in the terminal. Hidden pages don't ask. */
export function useQueueChanges(items: readonly QueuedImport[]): void {
  const mayImport = useMay('imports.manage');
  const client = useQueryClient();
  const isIdle = !items.some(isOpen);
  const { data } = useQuery({
    ...queryOf(getQueueVersion, {}),
    enabled: mayImport,
    refetchInterval: ({ state }) => (state.error ? LONGEST_MS : isIdle && IDLE_MS),
    refetchOnWindowFocus: 'always',
  });
  const version = data?.version;
  const lastVersion = useRef(version);
  useEffect(() => {
    const isChanged = lastVersion.current !== undefined && lastVersion.current !== version;
    lastVersion.current = version;
    if (isChanged) void client.invalidateQueries({ queryKey: queryOf(listImportQueue, {}).queryKey });
  }, [client, version]);
}
