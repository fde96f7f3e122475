import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, FileSearch, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { undoImport } from '#contract/bulk/bulk.ts';
import {
  fetchSource,
  listAddresses,
  listSources,
  previewSource,
  type Source,
  type SourceRun,
} from '#contract/sources.ts';
import { urlOf } from '#shared/url.ts';
import { useMay } from '#ui/admin/use-may.ts';
import { api } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { useDownload } from '#ui/base/use-download.ts';
import { statusLabels } from '#ui/bulk/format.ts';
import { postFile } from '#ui/bulk/upload.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Progress } from '#ui/kit/display/Progress.tsx';
import { formatCalendarDay, formatLocalDateTime, formatNumber, formatPercent } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { Table, type Column } from '#ui/kit/table/Table.tsx';
import { SourceSettings } from './SourceSettings.tsx';

type FieldRow = SourceRun['fields'][number];

const fieldColumns: Column<FieldRow>[] = [
  { id: 'field', header: 'Field', cell: ({ label }) => label },
  { id: 'added', header: 'Added', align: 'end', cell: ({ added }) => formatNumber(added) },
  { id: 'changed', header: 'Changed', align: 'end', cell: ({ changed }) => formatNumber(changed) },
  { id: 'confirmed', header: 'Confirmed', align: 'end', cell: ({ confirmed }) => formatNumber(confirmed) },
  { id: 'kept', header: 'Kept as it was', align: 'end', cell: ({ kept }) => formatNumber(kept) },
];

/** A source: the fields that it fills, how its last file went, and the next steps. */
export function SourceCard({ source, total }: { source: Source; total: number }) {
  const { key, name, lastRun, appliedRun, listings, license, attribution, updated, failure } = source;
  const mayRun = useMay('imports.manage');
  const [isOpen, setIsOpen] = useState(false);
  const titleId = `source-${key}`;
  return (
    <Card as="section" aria-labelledby={titleId} className={layout.stack}>
      <div className={layout.between}>
        <div className={layout.tight}>
          <h2 id={titleId}>{name}</h2>
          <p className={layout.hint}>
            {source.fills.join(', ')}. {license}
            {attribution && `, ${attribution}`}. {updated && `Updated: ${updated.toLowerCase()}. `}
            <a href={source.page} target="_blank" rel="noopener noreferrer">
              {source.kind === 'website' ? 'How websites are visited' : 'Where to get the file'}
            </a>
          </p>
        </div>
        {lastRun && <Badge tone={statusLabels[lastRun.status].tone}>{statusLabels[lastRun.status].label}</Badge>}
      </div>
      <Progress
        label="Listings with values from this source"
        value={listings}
        max={Math.max(total, 1)}
        detail={total === 0 ? 'No listings' : `${formatNumber(listings)} of ${formatNumber(total)}`}
      />
      {failure && (
        <Callout tone="warn" title="The file could not be fetched">
          {failure}
        </Callout>
      )}
      <RunLine label="Last run" run={lastRun} />
      {appliedRun && appliedRun.id !== lastRun?.id && <RunLine label="Last applied" run={appliedRun} />}
      {lastRun && lastRun.fields.length > 0 && (
        <Table
          label={`Fields of the last run of ${name}`}
          rows={lastRun.fields}
          columns={fieldColumns}
          rowId={({ field }) => field}
          rowLabel={({ label }) => label}
        />
      )}
      {mayRun && <SourceActions source={source} isOpen={isOpen} onSettings={() => setIsOpen(!isOpen)} />}
      {mayRun && isOpen && <SourceSettings key={`${source.priority} ${source.url} ${source.every}`} source={source} />}
    </Card>
  );
}

function RunLine({ label, run }: { label: string; run: SourceRun | null }) {
  if (!run) return <p className={layout.muted}>Not run yet</p>;
  const { matching, asOf } = run;
  return (
    <p className={layout.muted}>
      {label}: <Link to={`/admin/imports/${run.id}`}>run {run.id}</Link>, {formatLocalDateTime(run.createdAt)}
      {asOf && `, data of ${formatCalendarDay(asOf)}`}
      {matching &&
        matching.rows > 0 &&
        `. ${formatPercent(matching.matched / matching.rows)} of ${formatNumber(matching.rows)} rows match a listing`}
      {matching && matching.possible > 0 && `, and ${formatNumber(matching.possible)} may`}.
    </p>
  );
}

function SourceActions({
  source: { key, kind, name, url, lastRun, appliedRun },
  isOpen,
  onSettings,
}: {
  source: Source;
  isOpen: boolean;
  onSettings: () => void;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const { saving, save } = useDownload();
  const reload = () => client.invalidateQueries({ queryKey: queryOf(listSources, {}).queryKey });
  const open = (id: number) => void navigate(`/admin/imports/${id}`);
  const preview = useMutation({
    mutationFn: async (file: File) =>
      (JSON.parse(await postFile(urlOf(previewSource.path, { key }, undefined), file)) as { id: number }).id,
    onSuccess: open,
    onError: (error) => toastError(error, 'Not previewed'),
  });
  const fetching = useMutation({
    mutationFn: () => api(fetchSource, { params: { key } }),
    onSuccess: ({ id }) => open(id),
    onError: (error) => toastError(error, 'Not fetched'),
  });
  const undo = useMutation({
    mutationFn: (id: number) => api(undoImport, { params: { id: String(id) } }),
    onSettled: () => void reload(),
    onError: (error) => toastError(error, 'Not undone'),
  });
  return (
    <div className={layout.row}>
      {lastRun?.status === 'ready' && (
        <Button variant="primary" onClick={() => open(lastRun.id)}>
          Review and apply
        </Button>
      )}
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.zip,.parquet"
        hidden
        aria-label={`File of ${name}`}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) preview.mutate(file);
        }}
      />
      {kind === 'website' ? (
        <ButtonLink to="/admin/sources/website" variant="primary">
          Website suggestions
        </ButtonLink>
      ) : (
        <Button icon={<FileSearch />} busy={preview.isPending} onClick={() => input.current?.click()}>
          Preview a file
        </Button>
      )}
      {url && (
        <Button icon={<Download />} busy={fetching.isPending} onClick={() => fetching.mutate()}>
          Fetch and preview
        </Button>
      )}
      {key === 'census' && (
        <Button
          icon={<Download />}
          busy={saving === 'addresses'}
          onClick={() => void save('addresses', listAddresses.path, 'addresses')}
        >
          Download addresses
        </Button>
      )}
      {appliedRun && (
        <Confirm
          title={`Undo run ${appliedRun.id} of ${name}?`}
          description="Listings get back what they said before, except where someone has edited them since."
          action="Undo"
          trigger={<Button icon={<Undo2 />}>Undo run {appliedRun.id}</Button>}
          onConfirm={() => undo.mutateAsync(appliedRun.id)}
        />
      )}
      <Button variant="quiet" aria-expanded={isOpen} onClick={onSettings}>
        Schedule and order
      </Button>
    </div>
  );
}
