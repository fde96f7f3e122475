import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer, type ColumnSource } from 'hyparquet-writer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspectFile } from '../spool.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parquet-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A zstd frame whose blocks are stored as they are. */
function storeAsZstd(bytes: Uint8Array): Uint8Array {
  const head = Buffer.alloc(9);
  head.writeUInt32LE(0xfd2fb528, 0);
  head[4] = 0xa0;
  head.writeUInt32LE(bytes.length, 5);
  const blocks: Buffer[] = [];
  for (let at = 0; at < bytes.length || at === 0; at += 65_536) {
    const part = bytes.subarray(at, at + 65_536);
    const block = Buffer.alloc(3);
    block.writeUIntLE((part.length << 3) | (at + 65_536 >= bytes.length ? 1 : 0), 0, 3);
    blocks.push(block, Buffer.from(part));
  }
  return Buffer.concat([head, ...blocks]);
}

async function readRows(columnData: ColumnSource[], options: object = {}): Promise<string> {
  const path = join(folder, 'places.parquet');
  await writeFile(path, Buffer.from(parquetWriteBuffer({ columnData, ...options })));
  const file = await inspectFile(path, 'places.parquet');
  const text = await readFile(file.path, 'utf8');
  expect(file.bytes).toBe(Buffer.byteLength(text));
  await file.remove();
  return text;
}

const columns: ColumnSource[] = [
  { name: 'id', data: ['a', 'b'], type: 'STRING' },
  { name: 'confidence', data: [0.93, null], type: 'DOUBLE' },
  { name: 'version', data: [3, 4], type: 'INT32' },
  { name: 'large', data: [9_007_199_254_740_993n, 0n], type: 'INT64' },
  { name: 'names', data: [{ primary: 'Bright, "Smile"' }, null], type: 'JSON' },
  { name: 'geometry', data: [{ type: 'Point', coordinates: [-97.5, 30.25] }, null], type: 'GEOMETRY' },
];
const expected = `id,confidence,version,large,names,geometry
a,0.93,3,9007199254740993,"{""primary"":""Bright, \\""Smile\\""""}","{""type"":""Point"",""coordinates"":[-97.5,30.25]}"
b,,4,0,,
`;

it.each([
  ['uncompressed', { codec: 'UNCOMPRESSED' }],
  ['compressed with Snappy', {}],
  ['compressed with gzip', { codec: 'GZIP', compressors: { GZIP: gzipSync } }],
  ['compressed with Zstandard', { codec: 'ZSTD', compressors: { ZSTD: storeAsZstd } }],
])('a file that is %s becomes CSV, with nested columns as JSON and points as GeoJSON', async (_, options) => {
  expect((await readRows(columns, options)).replaceAll('\r\n', '\n')).toBe(expected);
});

it('reads every row of several groups once, in order', async () => {
  const ids = Array.from({ length: 40_000 }, (_, n) => `place-${n}`);
  const text = await readRows([{ name: 'id', data: ids, type: 'STRING' }], { rowGroupSize: [1_000, 25_000] });
  expect(text.trim().split(/\r?\n/).slice(1)).toEqual(ids);
});

it('refuses a file that is damaged, cut, or packed to be enormous', async () => {
  const path = join(folder, 'bad.parquet');
  const whole = Buffer.from(parquetWriteBuffer({ columnData: columns }));
  const inside = Buffer.from(whole);
  inside.fill(0xff, 4, 60);
  const bomb = Buffer.from(parquetWriteBuffer({ columnData: [{ name: 'id', data: Array.from({ length: 1_000 }, () => 'x'.repeat(1_000)), type: 'STRING' }], codec: 'GZIP', compressors: { GZIP: () => gzipSync(Buffer.alloc(2 ** 26)) } })); // prettier-ignore
  for (const bytes of [whole.subarray(0, -20), inside, Buffer.from('PAR1 but nothing else, PAR1'), bomb]) {
    await writeFile(path, bytes);
    await expect(inspectFile(path, 'bad.parquet')).rejects.toThrow('This Parquet file is damaged.');
  }
});
