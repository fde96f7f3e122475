import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { closeImportFile, importWorkbenchFile, listImportFiles, type ImportFile } from '#contract/bulk/workbench.ts';
import { hasNameColumn } from '#shared/bulk/fields.ts';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { AdminPageBody, AdminPageHeader } from '#ui/admin/AdminPageBody.tsx';
import { useUrlState } from '#ui/admin/use-url-state.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Breadcrumbs } from '#ui/kit/display/Breadcrumbs.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatBytes, formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { formatEncoding } from '../format.ts';
import { isImportRunning, queueOpenedFile } from '../queue/add-to-queue.ts';
import { chooseField, type TakenField } from '../mapping.ts';
import { TakenFieldNotice } from '../TakenField.tsx';
import { AddColumnPopover } from './AddColumnPopover.tsx';
import { ColumnPanel } from './column/ColumnPanel.tsx';
import { delimiterLabel, FormatPopover } from './FormatPopover.tsx';
import { GridToolbar } from './grid/GridToolbar.tsx';
import { fitView, formatView, parseView } from './grid/grid-view.ts';
import { useListedShortcuts, type ShortcutGroup } from '#ui/admin/shown-shortcuts.ts';
import { cx } from '#ui/kit/cx.ts';
import { RecipePanel } from './RecipePanel.tsx';
import { UnknownNamesPanel } from './column/UnknownNamesPanel.tsx';
import type { GridView } from './grid/use-grid-rows.ts';
import { useImportFile } from './use-import-file.ts';
import { WorkbenchGrid } from './grid/WorkbenchGrid.tsx';
import css from './WorkbenchPage.module.css';
import { importPaths } from '../import-paths.ts';

const shortcuts: ShortcutGroup = {
  name: 'Workbench',
  shortcuts: [
    ['Ctrl Z', 'Undo a change'],
    ['Ctrl Shift Z', 'Redo a change'],
  ],
};

function WorkbenchPage() {
  const { id = '' } = useParams();
  const bench = useImportFile(id);
  const { file, error } = bench;
  const crumbs = [{ label: 'Imports', to: '/admin/imports' }, { label: file?.name ?? 'File' }];
  return (
    <AdminPageBody>
      <Head title={file ? `Workbench: ${file.name}` : 'Workbench'} noindex />
      <Breadcrumbs crumbs={crumbs} />
      {error && !file && (
        <EmptyState heading="h1" title="We couldn't open this file">
          {sentenceOf(error)}
        </EmptyState>
      )}
      {!file && !error && <Skeleton height={400} />}
      {file && <Workbench file={file} bench={bench} />}
    </AdminPageBody>
  );
}

function Workbench({ file, bench }: { file: ImportFile; bench: ReturnType<typeof useImportFile> }) {
  const [search, setSearch] = useUrlState();
  const [chosenView, setShownView] = useState<GridView>(() => parseView(search.get('view')));
  const view = fitView(chosenView, file.columns.map(({ header }) => header)); // prettier-ignore
  const setView = (next: GridView) => {
    setShownView(next);
    setSearch({ view: formatView(next) });
  };
  const openColumn = search.get('column');
  const setOpenColumn = (column: string | null) => setSearch({ column });
  const [taken, setTaken] = useState<(TakenField & { version: number }) | null>(null);
  const { check, close } = useFileActions(file);
  useUndoKeys(bench);
  useListedShortcuts(shortcuts);
  const [showsSide, setShowsSide] = useState(false);
  const { columns, found } = file;
  const hasName = hasNameColumn(columns);
  const unmapped = columns.filter(({ field }) => field === null).length;
  const fieldsOf = (list: readonly { header: string; field: string | null }[]) =>
    Object.fromEntries(list.map(({ header, field }) => [header, field]));
  const mapColumn = (index: number, field: string | null) => {
    const next = chooseField(columns, index, field);
    setTaken(next.taken && { ...next.taken, version: file.version });
    bench.map(fieldsOf(next.columns));
  };
  const column = columns.some(({ header }) => header === openColumn) ? openColumn : null;
  return (
    <>
      <AdminPageHeader title={file.name}>
        <div className={layout.row}>
          <FormatPopover file={file} bench={bench} />
          <Button variant="quiet" busy={close.isPending} onClick={() => close.mutate()}>
            Discard file
          </Button>
          <Button
            variant="primary"
            busy={check.isPending}
            disabled={file.status !== 'ready' || !hasName}
            onClick={() => check.mutate()}
          >
            Preview changes
          </Button>
        </div>
      </AdminPageHeader>
      <p className={layout.muted} role="status">
        {formatNumber(file.rows)} {file.rows === 1 ? 'row' : 'rows'}
        {file.status === 'reading' && ' so far'} · {formatBytes(file.bytes)} ·{' '}
        {found.sheet === undefined
          ? `${formatEncoding(found.encoding ?? null)}, ${delimiterLabel(found.delimiter).toLowerCase()}`
          : `Sheet “${found.sheet}”`}
        {file.source && ` · ${file.source}`}
        {isLocal(file) && ' · On this computer. It’s sent when you preview its changes.'}
        {file.runId !== null && (
          <>
            {' · '}
            <Link to={`/admin/imports/${file.runId}`}>Run {file.runId}</Link>
          </>
        )}
      </p>
      {file.status === 'failed' && (
        <Callout tone="bad" title="We couldn't read this file" announce>
          {file.message}
        </Callout>
      )}
      {found.note && <Callout tone="warn">{found.note}</Callout>}
      {file.status === 'ready' && !hasName && (
        <Callout tone="warn" title="Which column holds the name of the listing?">
          Choose Name, or Last name, above its column.
        </Callout>
      )}
      {unmapped > 0 && hasName && (
        <Callout tone="warn">
          {unmapped === 1
            ? '1 column isn’t imported. It’s highlighted below.'
            : `${unmapped} columns aren’t imported. They’re highlighted below.`}
        </Callout>
      )}
      {taken && (
        <TakenFieldNotice
          field={taken.field}
          from={taken.from}
          onGiveBack={() => {
            setTaken(null);
            bench.map(fieldsOf(taken.columns));
          }}
        />
      )}
      {columns.length > 0 && (
        <div className={css.frame}>
          <div className={css.bench} data-side={showsSide || column !== null}>
            <div className={layout.tight}>
              <GridToolbar view={view} locked={file.status !== 'ready'} onView={setView}>
                <AddColumnPopover file={file} bench={bench} />
                <span className={css.toggle}>
                  <Button aria-pressed={showsSide} onClick={() => setShowsSide(!showsSide)}>
                    {`Changes (${file.recipe.length})`}
                  </Button>
                </span>
              </GridToolbar>
              <WorkbenchGrid
                file={file}
                view={view}
                openColumn={column}
                onView={setView}
                onMap={mapColumn}
                onOpenColumn={setOpenColumn}
                addSteps={bench.addSteps}
              />
            </div>
            <div className={cx(layout.stack, css.side)}>
              {column !== null && (
                <ColumnPanel
                  key={column}
                  file={file}
                  column={column}
                  addSteps={bench.addSteps}
                  onFilter={(equals) => setView({ ...view, filter: { column, equals } })}
                  onClose={() => setOpenColumn(null)}
                />
              )}
              <UnknownNamesPanel file={file} bench={bench} />
              <RecipePanel file={file} bench={bench} />
            </div>
          </div>
        </div>
      )}
    </>
  );
}

/** The console gives files of its computer negative ids. */
const isLocal = ({ id }: ImportFile) => id < 0;

function useFileActions(file: ImportFile) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const params = { id: String(file.id) };
  const onError = (error: unknown) =>
    toast({ title: 'That didn’t work', description: sentenceOf(error), variant: 'destructive' });
  const check = useMutation({
    mutationFn: () => api(importWorkbenchFile, { params, body: { dryRun: true } }),
    onSuccess: async ({ id }) => {
      await refresh(client, ...importPaths);
      await navigate(`/admin/imports/${id}`);
    },
    onError: (error) => (isImportRunning(error) ? void queueOpenedFile(file, client) : onError(error)),
  });
  const close = useMutation({
    mutationFn: () => api(closeImportFile, { params }),
    onSuccess: async () => {
      await refresh(client, listImportFiles.path);
      await navigate('/admin/imports');
    },
    onError,
  });
  return { check, close };
}

/** Ctrl or Cmd Z undoes a step, with Shift it redoes one, unless the person is typing. */
function useUndoKeys({ change }: Pick<ReturnType<typeof useImportFile>, 'change'>) {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
      if (isTyping || event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      void change({ do: event.shiftKey ? 'redo' : 'undo' });
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  });
}

export const page: Page = { Component: WorkbenchPage };
