import { useState } from 'react';
import { Badge } from '../display/Badge.tsx';
import { Button } from '../controls/Button.tsx';
import { Card } from '../display/Card.tsx';
import { CommandPalette, usePaletteKey } from '../overlays/CommandPalette.tsx';
import { FunnelBars } from '../charts/FunnelBars.tsx';
import { Kbd } from '../display/Kbd.tsx';
import { BarChart, LineChart } from '../charts/LazyCharts.tsx';
import { Table, type Column } from '../table/Table.tsx';
import { toast } from '../overlays/toast.ts';
import css from '../styles/gallery.module.css';
import { Section } from './Section.tsx';

interface Fruit {
  id: string;
  name: string;
  color: string;
  weight: number | null;
}

const names = ['Apple', 'Pear', 'Plum', 'Cherry', 'Quince', 'Grape', 'Fig', 'Lemon'];
const tones = ['Red', 'Green', 'Blue', 'Gold'];
const make = (count: number): Fruit[] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index + 1),
    name: `${names[index % names.length]} ${Math.floor(index / names.length) + 1}`,
    color: tones[(index * 7) % tones.length] ?? '',
    weight: index % 9 === 5 ? null : ((index * 37) % 180) + 20,
  }));
const few = make(6);
const many = make(20_000);
const columns: Column<Fruit>[] = [
  { id: 'name', header: 'Name', cell: (row) => row.name, sortBy: (row) => row.name },
  { id: 'color', header: 'Color', cell: (row) => <Badge>{row.color}</Badge>, sortBy: (row) => row.color },
  {
    id: 'weight',
    header: 'Weight, g',
    align: 'end',
    cell: (row) => row.weight ?? '—',
    sortBy: (row) => row.weight,
  },
];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug'].map((month, index) => ({
  month,
  picked: 420 + ((index * 173) % 390),
  eaten: 260 + ((index * 97) % 240),
}));
const x = { key: 'month', label: 'Month' };
const series = [
  { key: 'picked', label: 'Picked' },
  { key: 'eaten', label: 'Eaten' },
];

export function Data() {
  const [selected, setSelected] = useState<string[]>(['2', '3']);
  const [open, setOpen] = useState(false);
  usePaletteKey(() => setOpen(true));
  const commands = ['Home', 'Search', 'Settings'].map((label, index) => ({
    id: label,
    label: `Go to ${label}`,
    group: 'Go',
    shortcut: `G ${index + 1}`,
    run: () => void toast({ title: `Went to ${label}` }),
  }));
  return (
    <>
      <Section id="table" title="Table">
        <div className={css.wide}>
          <Table
            label="A few fruits"
            rows={few}
            columns={columns}
            rowId={(row) => row.id}
            rowLabel={(row) => row.name}
            selected={selected}
            onSelectedChange={setSelected}
            defaultSort={{ id: 'name', desc: false }}
          />
          <div data-density="compact">
            <Table
              label="Twenty thousand fruits"
              rows={many}
              columns={columns}
              rowId={(row) => row.id}
              height={300}
              virtual
              onOpen={(row) => void toast({ title: row.name })}
            />
          </div>
          <Table
            label="Fruits on their way"
            rows={[]}
            columns={columns}
            rowId={(row) => row.id}
            loading
            loadingRows={4}
          />
          <Table label="Fruits being counted again" rows={few} columns={columns} rowId={(row) => row.id} loading />
          <Table label="No fruits" rows={[]} columns={columns} rowId={(row) => row.id} />
          <div className={css.row}>
            <Button onClick={() => setOpen(true)}>Open the palette</Button>
            <Kbd keys="Ctrl K" />
          </div>
        </div>
        <CommandPalette commands={commands} open={open} onOpenChange={setOpen} />
      </Section>
      <Section id="charts" title="Charts">
        <div className={css.wide}>
          <Card>
            <LineChart title="Harvest" unit="kilograms" rows={months} x={x} series={series} />
          </Card>
          <Card>
            <BarChart title="Harvest" unit="kilograms" rows={months} x={x} series={series} />
          </Card>
          <Card>
            <FunnelBars
              title="From tree to table"
              unit="apples"
              steps={[
                { label: 'Grown', value: 4210 },
                { label: 'Picked', value: 3105 },
                { label: 'Washed', value: 2890 },
                { label: 'Eaten', value: 1204 },
              ]}
            />
          </Card>
          <Card>
            <LineChart title="Nothing yet" unit="kilograms" rows={[]} x={x} series={series} />
          </Card>
        </div>
      </Section>
    </>
  );
}
