import { useQuery } from '@tanstack/react-query';
import { listClusters, type ImportFile } from '#contract/bulk/workbench.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { api } from '#ui/base/platform/api.ts';
import css from './ClusterList.module.css';
import type { Workbench } from '../use-import-file.ts';
import { useKept } from '../use-kept.ts';
import { useShownCount } from './use-shown-count.ts';

interface Cluster {
  suggested: string;
  values: { value: string; count: number }[];
}

const CLUSTERS_SHOWN = 30;
const VALUES_SHOWN = 8;
const NO_FORMS = { forms: [] as [suggested: string, form: string][] };

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
  const [{ forms }, keep] = useKept(`import ${file.id} forms ${column}`, NO_FORMS);
  const [shown, showMore] = useShownCount(CLUSTERS_SHOWN);
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
  const typed = new Map(forms);
  const formOf = ({ suggested }: Cluster) => typed.get(suggested) ?? suggested;
  const merge = (...merged: Cluster[]) => {
    const names = new Set(merged.map(({ suggested }) => suggested));
    const changes = merged.flatMap((cluster) => {
      const form = formOf(cluster);
      return cluster.values.flatMap(({ value }) => (value === form ? [] : [[value, form] as const]));
    });
    // A single step, so that one undo reverts all of it.
    void addSteps({ do: 'map', column, values: Object.fromEntries(changes) });
    keep({ forms: forms.filter(([suggested]) => !names.has(suggested)) });
  };
  return (
    <div className={layout.stack}>
      <div className={layout.between}>
        <span className={layout.note}>
          {clusters.length === 1 ? '1 group' : `${formatNumber(clusters.length)} groups`} of similar values
        </span>
        <Button size="small" onClick={() => merge(...clusters)}>
          Merge all
        </Button>
      </div>
      {clusters.slice(0, shown).map((cluster) => (
        <div key={cluster.suggested} className={css.cluster}>
          <p className={css.forms}>
            {cluster.values
              .slice(0, VALUES_SHOWN)
              .map(({ value, count }) => `“${value}” ${formatNumber(count)}`)
              .join(' · ')}
            {cluster.values.length > VALUES_SHOWN && ` · ${formatNumber(cluster.values.length - VALUES_SHOWN)} more`}
          </p>
          <div className={css.edit}>
            <Input
              aria-label={`Form for ${cluster.suggested}`}
              value={formOf(cluster)}
              onChange={(event) => {
                const others = forms.filter(([suggested]) => suggested !== cluster.suggested);
                keep({ forms: [...others, [cluster.suggested, event.target.value]] });
              }}
            />
            <Button size="small" variant="primary" onClick={() => merge(cluster)}>
              Merge
            </Button>
          </div>
        </div>
      ))}
      {clusters.length > shown && (
        <Button size="small" onClick={showMore}>
          Show more groups
        </Button>
      )}
    </div>
  );
}
