import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listClusters, type ImportFile } from '#contract/bulk-workbench.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { api } from '#ui/platform/api.ts';
import css from './ClusterList.module.css';
import type { Workbench } from './use-import-file.ts';

interface Cluster {
  suggested: string;
  values: { value: string; count: number }[];
}
const stepFor = (column: string, { values }: Cluster, form: string) => ({
  do: 'map' as const,
  column,
  values: Object.fromEntries(values.filter(({ value }) => value !== form).map(({ value }) => [value, form])),
});

/** Nearly equal values, each group with one form to choose. */
export function ClusterList({
  file,
  column,
  addSteps,
}: {
  file: ImportFile;
  column: string;
  addSteps: Workbench['addSteps'];
}) {
  const [forms, setForms] = useState<Record<string, string>>({});
  const { data: clusters } = useQuery({
    queryKey: ['import-file-clusters', file.id, file.version, column],
    queryFn: ({ signal }) => api(listClusters, { params: { id: String(file.id) }, body: { column } }, { signal }),
  });
  if (!clusters) return <Skeleton height={200} />;
  if (clusters.length === 0)
    return (
      <EmptyState compact heading="h3" title="No similar values">
        Every value of this column is spelled one way.
      </EmptyState>
    );
  const formOf = (cluster: Cluster) => forms[cluster.suggested] ?? cluster.suggested;
  return (
    <div className={layout.stack}>
      <div className={layout.between}>
        <span className={layout.note}>
          {clusters.length === 1 ? '1 group' : `${formatNumber(clusters.length)} groups`} of similar values
        </span>
        <Button size="small" onClick={() => void addSteps(...clusters.map((one) => stepFor(column, one, formOf(one))))}>
          Merge all
        </Button>
      </div>
      {clusters.map((cluster) => (
        <div key={cluster.suggested} className={css.cluster}>
          <p className={css.forms}>
            {cluster.values.map(({ value, count }) => `“${value}” ${formatNumber(count)}`).join(' · ')}
          </p>
          <div className={css.edit}>
            <Input
              aria-label={`Form for ${cluster.suggested}`}
              value={formOf(cluster)}
              onChange={(event) => setForms({ ...forms, [cluster.suggested]: event.target.value })}
            />
            <Button
              size="small"
              variant="primary"
              onClick={() => void addSteps(stepFor(column, cluster, formOf(cluster)))}
            >
              Merge
            </Button>
          </div>
        </div>
      ))}
    </div>
  );
}
