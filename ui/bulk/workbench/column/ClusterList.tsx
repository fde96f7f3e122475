import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listClusters, MAX_CLUSTER_RADIUS, type ClusterMethod, type ImportFile } from '#contract/bulk/workbench.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { api } from '#ui/base/platform/api.ts';
import css from './ClusterList.module.css';
import type { Workbench } from '../use-import-file.ts';
import { useKept } from '../use-kept.ts';
import { showSpaces } from './show-spaces.ts';
import { useShownCount } from './use-shown-count.ts';

interface Cluster {
  suggested: string;
  values: { value: string; count: number }[];
}
interface ClusterListProps {
  file: ImportFile;
  column: string;
  addSteps: Workbench['addSteps'];
}

const CLUSTERS_SHOWN = 30;
const VALUES_SHOWN = 40;
const NO_FORMS = { forms: [] as [suggested: string, form: string][], left: [] as string[] };

const methods: { value: ClusterMethod; label: string }[] = [
  { value: 'nearest', label: 'Same words or typos' },
  { value: 'fingerprint', label: 'Same words' },
  { value: 'ngram', label: 'Same letters' },
  { value: 'phonetic', label: 'Same sound' },
];
const radii = Array.from({ length: MAX_CLUSTER_RADIUS }, (_, index) => ({
  value: String(index + 1),
  label: index === 0 ? '1 letter apart' : `${index + 1} letters apart`,
}));

/** Only values on screen are merged. */
const shownValues = ({ values }: Cluster) => values.slice(0, VALUES_SHOWN);

/** Nearly equal values by the chosen method. Each group has a form, and a tick for each of its values. */
export function ClusterList({ file, column, addSteps }: ClusterListProps) {
  const [method, setMethod] = useState<ClusterMethod>('nearest');
  const [radius, setRadius] = useState(1);
  const { data: clusters } = useQuery({
    queryKey: ['import-file-clusters', file.id, file.version, column, method, radius],
    queryFn: ({ signal }) =>
      api(listClusters, { params: { id: String(file.id) }, body: { column, method, radius } }, { signal }),
  });
  return (
    <div className={layout.stack}>
      <div className={layout.row}>
        <Select
          aria-label="What makes values similar"
          value={method}
          options={methods}
          onChange={(event) => setMethod(event.target.value as ClusterMethod)}
        />
        {method === 'nearest' && (
          <Select
            aria-label="How far values are apart"
            value={String(radius)}
            options={radii}
            onChange={(event) => setRadius(Number(event.target.value))}
          />
        )}
      </div>
      {!clusters && <Skeleton height={200} />}
      {clusters?.length === 0 && (
        <EmptyState compact heading="h3" title="No similar values">
          This comparison finds no two spellings of one value.
        </EmptyState>
      )}
      {clusters && clusters.length > 0 && (
        <Groups key={`${method} ${radius}`} {...{ file, column, addSteps, clusters }} />
      )}
    </div>
  );
}

function Groups({ file, column, addSteps, clusters }: ClusterListProps & { clusters: Cluster[] }) {
  const [{ forms, left }, keep] = useKept(`import ${file.id} groups ${column}`, NO_FORMS);
  const [shown, showMore] = useShownCount(CLUSTERS_SHOWN);
  const typed = new Map(forms);
  const formOf = ({ suggested }: Cluster) => typed.get(suggested) ?? suggested;
  const isTicked = (value: string) => !left.includes(value);
  const listChanges = (cluster: Cluster) => {
    const form = formOf(cluster);
    return shownValues(cluster).flatMap(({ value }) =>
      value === form || !isTicked(value) ? [] : [[value, form] as const],
    );
  };
  const merge = (...merged: Cluster[]) => {
    const names = new Set(merged.map(({ suggested }) => suggested));
    // A single step, so that one undo reverts all of it.
    void addSteps({ do: 'map', column, values: Object.fromEntries(merged.flatMap(listChanges)) });
    keep({ forms: forms.filter(([suggested]) => !names.has(suggested)), left });
  };
  const tick = (value: string) =>
    keep({ forms, left: left.includes(value) ? left.filter((other) => other !== value) : [...left, value] });
  return (
    <>
      <span className={layout.note}>
        {clusters.length === 1 ? '1 group' : `${formatNumber(clusters.length)} groups`} of similar values. Clear the
        tick of a value to leave it as it is.
      </span>
      {clusters.slice(0, shown).map((cluster) => (
        <div key={cluster.suggested} className={css.cluster}>
          <ul className={css.forms}>
            {shownValues(cluster).map(({ value, count }) => (
              <li key={value}>
                <Checkbox
                  checked={isTicked(value)}
                  onChange={() => tick(value)}
                  label={`${showSpaces(value)} · ${formatNumber(count)}`}
                />
              </li>
            ))}
          </ul>
          {cluster.values.length > VALUES_SHOWN && (
            <p className={layout.note}>{formatNumber(cluster.values.length - VALUES_SHOWN)} more. Merge these first.</p>
          )}
          <div className={css.edit}>
            <Input
              aria-label={`Form for ${cluster.suggested}`}
              value={formOf(cluster)}
              onChange={(event) => {
                const others = forms.filter(([suggested]) => suggested !== cluster.suggested);
                keep({ forms: [...others, [cluster.suggested, event.target.value]], left });
              }}
            />
            <Button
              size="small"
              variant="primary"
              disabled={listChanges(cluster).length === 0}
              onClick={() => merge(cluster)}
            >
              Merge
            </Button>
          </div>
        </div>
      ))}
      {clusters.length > shown ? (
        <Button size="small" onClick={showMore}>
          Show more groups
        </Button>
      ) : (
        clusters.length > 1 && (
          // Below the last group, so that all of them were on screen before.
          <Button size="small" onClick={() => merge(...clusters)}>
            Merge all {formatNumber(clusters.length)} groups
          </Button>
        )
      )}
    </>
  );
}
