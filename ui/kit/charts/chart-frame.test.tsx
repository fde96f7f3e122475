import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { TableSaving } from '../table/table-csv.ts';
import { ChartFrame, type ChartProps } from './ChartFrame.tsx';

const chart: ChartProps = {
  title: 'Searches',
  unit: 'per day',
  rows: [
    { day: '2026-01-01', all: 1_204, empty: 3 },
    { day: '2026-01-02', all: 0, empty: null },
  ],
  x: { key: 'day', label: 'Day' },
  formatX: (day) => `Day ${String(day).slice(-1)}`,
  series: [
    { key: 'all', label: 'All' },
    { key: 'empty', label: 'Without results' },
  ],
};

describe('the frame of a chart', () => {
  it('shows its numbers as a table, and saves them as CSV with plain numbers', async () => {
    const saved: string[] = [];
    const save = async (name: string, csv: AsyncIterable<string>) => {
      let text = name;
      for await (const part of csv) text += `|${part}`;
      saved.push(text);
    };
    render(
      <TableSaving value={save}>
        <ChartFrame {...chart}>bars</ChartFrame>
      </TableSaving>,
    );
    expect(screen.getByText('bars')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show table' }));
    expect(screen.getByRole('row', { name: /Day 1.*1,204.*3/ })).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /CSV/ })).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Save “Searches, per day” as CSV…' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toContain('Day,All,Without results\r\n|2026-01-01,1204,3\r\n2026-01-02,0,\r\n');
  });

  it('says so in words when every value is zero, if it has such a sentence', () => {
    const rows = [{ day: '2026-01-01', all: 0, empty: null }];
    const { rerender } = render(
      <ChartFrame {...chart} rows={rows} empty="No one searched">
        bars
      </ChartFrame>,
    );
    expect(screen.getByText('No one searched')).toBeTruthy();
    expect(screen.queryByText('bars')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
    rerender(
      <ChartFrame {...chart} rows={rows}>
        bars
      </ChartFrame>,
    );
    expect(screen.getByText('bars')).toBeTruthy();
  });
});
