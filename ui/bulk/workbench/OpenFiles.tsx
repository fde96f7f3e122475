import { useQuery } from '@tanstack/react-query';
import { listImportFiles, type ListedFile } from '#contract/bulk/workbench.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatLocalDateTime, formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Table, type Column } from '#ui/kit/table/Table.tsx';
import { queryOf } from '#ui/base/platform/query.ts';

const columns: Column<ListedFile>[] = [
  { id: 'file', header: 'File', cell: ({ id, name }) => <Link to={`/admin/imports/files/${id}`}>{name}</Link> },
  {
    id: 'rows',
    header: 'Rows',
    align: 'end',
    // Without its header, the number would mean nothing.
    hiddenOnPhone: ({ status }) => status !== 'failed',
    cell: ({ rows, status }) => (status === 'failed' ? 'Not readable' : formatNumber(rows)),
    words: ({ rows }) => String(rows),
  },
  { id: 'opened', header: 'Opened', cell: ({ createdAt }) => formatLocalDateTime(createdAt) },
  { id: 'who', header: 'Who', cell: ({ userName }) => userName },
];

/** Files in the workbench, which anyone on the staff can continue with. */
export function OpenFiles() {
  const { data: files = [] } = useQuery({ ...queryOf(listImportFiles, {}), staleTime: 0 });
  if (files.length === 0) return null;
  return (
    <div className={layout.tight}>
      <h2>Files in the workbench</h2>
      <Table label="Files in the workbench" rows={files} columns={columns} rowId={({ id }) => String(id)} stacked />
    </div>
  );
}
