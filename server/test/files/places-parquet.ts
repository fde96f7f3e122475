import { parquetWriteBuffer } from 'hyparquet-writer';
import Papa from 'papaparse';

const nested = ['names', 'categories', 'websites', 'socials', 'phones', 'addresses'];
const parse = (text: string): unknown => (text === '' ? null : JSON.parse(text));

/** Places as GeoParquet, with the types that their publisher uses, from an extract as CSV. */
export function formatPlacesParquet(csv: string): Buffer {
  const places = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true }).data;
  const texts = (name: string) => places.map((place) => place[name]!);
  const columnData = [
    ...['id', 'operating_status'].map((name) => ({ name, data: texts(name), type: 'STRING' as const })),
    ...nested.map((name) => ({ name, data: texts(name).map(parse), type: 'JSON' as const })),
    { name: 'confidence', data: texts('confidence').map(Number), type: 'DOUBLE' as const },
    {
      name: 'geometry',
      data: places.map(({ longitude, latitude }) => ({
        type: 'Point',
        coordinates: [Number(longitude), Number(latitude)],
      })),
      type: 'GEOMETRY' as const,
    },
  ];
  return Buffer.from(parquetWriteBuffer({ columnData }));
}
