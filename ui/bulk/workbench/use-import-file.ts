import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  changeRecipe,
  getImportFile,
  mapImportFile,
  readImportFile,
  type FileFormat,
  type ImportFile,
} from '#contract/bulk/workbench.ts';
import type { RecipeStep } from '#contract/bulk/recipe.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';

type RecipeChange =
  { do: 'add'; steps: RecipeStep[] } | { do: 'undo' | 'redo'; steps?: number } | { do: 'apply'; name: string };

const READING_INTERVAL_MS = 500;

/** A file in the workbench, and what can be done with it. */
export function useImportFile(id: string) {
  const client = useQueryClient();
  const params = { id };
  const query = queryOf(getImportFile, { params });
  const { data: file, error } = useQuery({
    ...query,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'reading' ? READING_INTERVAL_MS : false),
  });
  const callbacks = {
    onSuccess: (changed: ImportFile) => client.setQueryData(query.queryKey, changed),
    onError(problem: unknown) {
      toast({ title: 'That didn’t work', description: sentenceOf(problem), variant: 'destructive' });
      void client.invalidateQueries({ queryKey: query.queryKey });
    },
  };
  const recipe = useMutation({
    mutationFn: (change: RecipeChange) =>
      api(changeRecipe, { params, body: { ...change, version: file?.version ?? 0 } }),
    ...callbacks,
  });
  const mapping = useMutation({
    mutationFn: (fields: Record<string, string | null>) => api(mapImportFile, { params, body: { mapping: fields } }),
    ...callbacks,
  });
  const format = useMutation({
    mutationFn: (body: FileFormat) => api(readImportFile, { params, body }),
    ...callbacks,
  });
  return {
    file,
    error,
    isBusy: recipe.isPending || mapping.isPending || format.isPending,
    change: (change: RecipeChange) => recipe.mutateAsync(change).catch(() => null),
    addSteps: (...steps: RecipeStep[]) => recipe.mutateAsync({ do: 'add', steps }).catch(() => null),
    map: (fields: Record<string, string | null>) => mapping.mutate(fields),
    read: (body: FileFormat) => format.mutateAsync(body).catch(() => null),
  };
}
export type Workbench = ReturnType<typeof useImportFile>;
