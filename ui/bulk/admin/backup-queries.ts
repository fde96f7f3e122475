import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createBackup, listBackups, type BackupRun } from '#contract/bulk/backups.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';

export const isActive = ({ status }: Pick<BackupRun, 'status'>): boolean =>
  status === 'waiting' || status === 'running';

/** The backups and their runs. Polls each second while a run is active. */
export const useBackups = () =>
  useQuery({
    ...queryOf(listBackups, {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.runs.some(isActive) ? 1000 : 60_000),
  });

/** Runs a call that changes backups, reloads the list, and shows an error as a toast. */
export function useBackupCalls() {
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: queryOf(listBackups, {}).queryKey });
  const attempt = (title: string, call: () => Promise<unknown>): Promise<void> =>
    call().then(
      () => reload(),
      (problem: unknown) => {
        toast({ title, description: sentenceOf(problem), variant: 'destructive' });
        return reload();
      },
    );
  const create = () =>
    attempt('Backup Failed', async () => {
      await api(createBackup, {});
      toast({ title: 'Backup Started', description: 'You can download it when it is saved.' });
    });
  return { attempt, create, reload };
}
