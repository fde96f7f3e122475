import { Link } from '#ui/kit/display/Link.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { Table, type Column } from '#ui/kit/table/Table.tsx';
import { hrefOf, nameOf, type Spot } from './map-words.ts';

const columns: Column<Spot>[] = [
  {
    id: 'name',
    header: 'Location',
    cell: (spot) => <Link to={hrefOf(spot)}>{nameOf(spot)}</Link>,
    sortBy: nameOf,
  },
  {
    id: 'count',
    header: 'Dentists',
    align: 'end',
    cell: ({ dentistCount }) => formatNumber(dentistCount),
    sortBy: ({ dentistCount }) => dentistCount,
  },
];

/** The same numbers as the tiles. */
export default function MapTable({ spots }: { spots: readonly Spot[] }) {
  return <Table label="Dentists by location" rows={spots} columns={columns} rowId={nameOf} height={640} virtual />;
}
