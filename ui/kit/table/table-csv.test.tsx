import { render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Badge } from '../display/Badge.tsx';
import { Table, type Column } from './Table.tsx';
import { TableSaving, tableCsv } from './table-csv.ts';

interface Row {
  id: number;
  name: string;
}
const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', cell: (row) => row.name },
  { id: 'state', header: <span>State</span>, cell: (row) => <Badge tone="good">{row.id > 1 ? 'Yes' : '—'}</Badge> },
  { id: 'mixed', header: 'Both', cell: (row) => [row.id, ' of ', <b key="b">2</b>, null, false] },
  { id: 'act', header: '', cell: () => <button type="button">Restore</button> },
];
const rows = [
  { id: 1, name: '=cmd|"x"' },
  { id: 2, name: '-5, "a"\nb' },
];

async function textOf(parts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of parts) text += part;
  return text;
}

describe('a table as CSV', () => {
  it('contains the displayed text, with formulas escaped', async () => {
    expect(await textOf(tableCsv(columns, [rows]))).toBe(
      '\ufeffName,State,Both\r\n"\'=cmd|""x""",,1 of 2\r\n"\'-5, ""a""\nb",Yes,2 of 2\r\n',
    );
  });

  it('is offered if the host can save, with all rows', async () => {
    const saved: string[][] = [];
    const table = (
      <Table
        label="People"
        rows={rows}
        columns={columns}
        rowId={({ id }) => String(id)}
        allRows={async function* () {
          yield rows;
          yield [{ id: 3, name: 'Cy' }];
        }}
      />
    );
    const { unmount } = render(table);
    expect(screen.queryByRole('button', { name: /Save as CSV/ })).toBeNull();
    unmount();
    render(<TableSaving value={async (name, csv) => void saved.push([name, await textOf(csv)])}>{table}</TableSaving>);
    screen.getByRole('button', { name: 'Save “People” as CSV…' }).click();
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]![0]).toBe('People');
    expect(saved[0]![1]).toContain('\r\nCy,Yes,3 of 2\r\n');
  });
});
