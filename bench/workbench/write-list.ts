import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { readPlaces } from '#server/base/db/places/places-data.ts';

const firstNames = 'Ann Ben Cy Di Ed Flo Gus Hal Ida Jo Kai Lea Max Nia Ola Pat'.split(' ');
const lastNames = 'Poe Ray Dow Fox Gill Hart Ives Judd Kerr Lowe Moss Nash Orr Pike Quinn Rowe'.split(' ');

/** Swaps two letters, as a tired person types. */
const misspell = (name: string, at: number) =>
  name.slice(0, at) + (name[at + 1] ?? '') + (name[at] ?? '') + name.slice(at + 2);

/** Writes a list of dentists with misspelled cities, shouted names, and blank states. */
export async function writeList(path: string, rows: number): Promise<void> {
  const { cities } = await readPlaces();
  const out = createWriteStream(path);
  out.write('Dentist,Practice,Street,City,ST,Zip,Telephone Number,Notes\n');
  let block = '';
  for (let n = 0; n < rows; n++) {
    const { name, state } = cities[(n * 7919) % 4_000]!;
    const city = n % 50 === 0 ? misspell(name, 1 + (n % 3)) : n % 31 === 0 ? name.toUpperCase() : name;
    const dentist = `${firstNames[n % 16]!} ${lastNames[(n >> 4) % 16]!} ${n}`;
    const phone = `(617) 555-${String(n % 10_000).padStart(4, '0')}`;
    block += `${n % 9 === 0 ? dentist.toUpperCase() : dentist},Smiles of ${name},${(n % 9_000) + 1} Main St,${city},${n % 40 === 0 ? '' : state},${String(10_000 + (n % 80_000))},${n % 100 === 0 ? 'call me' : phone},row ${n}\n`;
    if (block.length < 2 ** 20) continue;
    if (!out.write(block)) await once(out, 'drain');
    block = '';
  }
  out.end(block);
  await finished(out);
}
