import { Link } from '#ui/kit/display/Link.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { Table, type Column } from '#ui/kit/table/Table.tsx';
import { directoryPath, placeName, type MapPlace } from './map-text.ts';

const columns: Column<MapPlace>[] = [
  {
    id: 'name',
    header: 'Location',
    cell: (place) => <Link to={directoryPath(place)}>{placeName(place)}</Link>,
    sortBy: placeName,
  },
  {
    id: 'count',
    header: 'Dentists',
    align: 'end',
    cell: ({ dentistCount }) => formatNumber(dentistCount),
    sortBy: ({ dentistCount }) => dentistCount,
  },
];

export default function MapTable({ places }: { places: readonly MapPlace[] }) {
  return <Table label="Dentists by location" rows={places} columns={columns} rowId={placeName} height={640} virtual />;
}
