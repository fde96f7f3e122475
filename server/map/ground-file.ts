import { open, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesToHeader, PMTiles, TileType, type Header, type Source } from 'pmtiles';

/** A file that can't be the ground of the map. The message is for the operator. */
export class GroundError extends Error {}

export const groundFile = (dataDir: string): string => join(dataDir, 'map', 'ground.pmtiles');

const HEADER_BYTES = 127;
const SPEC_VERSION = 3;
/** The layers of Protomaps basemaps that our style draws. */
const neededLayers = ['earth', 'water', 'roads', 'places'];

const sourceOf = (file: FileHandle): Source => ({
  getKey: () => 'ground',
  async getBytes(offset, length) {
    const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset);
    return { data: buffer.slice(0, bytesRead).buffer };
  },
});

async function readHeader(file: FileHandle, size: number): Promise<Header> {
  const { buffer } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
  if (size < HEADER_BYTES || buffer.toString('latin1', 0, 7) !== 'PMTiles')
    throw new GroundError('This is not a PMTiles file.');
  const version = buffer[7]!;
  if (version !== SPEC_VERSION)
    throw new GroundError(
      `This file has version ${version} of PMTiles. Version ${SPEC_VERSION} is needed; “pmtiles convert” makes it.`,
    );
  const header = bytesToHeader(new Uint8Array(buffer).buffer);
  const end = Math.max(
    header.rootDirectoryOffset + header.rootDirectoryLength,
    header.jsonMetadataOffset + header.jsonMetadataLength,
    header.leafDirectoryOffset + (header.leafDirectoryLength ?? 0),
    header.tileDataOffset + (header.tileDataLength ?? 0),
  );
  if (size < end)
    throw new GroundError(`The file is not complete: it has ${size.toLocaleString('en-US')} of ${end.toLocaleString('en-US')} bytes.`); // prettier-ignore
  if (header.tileType !== TileType.Mvt)
    throw new GroundError('The file has pictures instead of vector tiles. Please use a Protomaps basemap.');
  return header;
}

interface Metadata {
  attribution?: unknown;
  vector_layers?: unknown;
}

async function readMetadata(file: FileHandle): Promise<Metadata> {
  try {
    return (await new PMTiles(sourceOf(file)).getMetadata()) as Metadata;
  } catch {
    throw new GroundError('The file is damaged: its description can’t be read.');
  }
}

/** Reads a PMTiles file's header and description, and throws a sentence if the map can't draw it. */
export async function checkGround(path: string): Promise<{ tiles: number; maxZoom: number; attribution: string }> {
  const file = await open(path);
  try {
    const header = await readHeader(file, (await file.stat()).size);
    const { attribution, vector_layers: layers } = await readMetadata(file);
    const names = Array.isArray(layers) ? layers.map((layer: { id?: unknown }) => layer?.id) : [];
    const missing = neededLayers.filter((name) => !names.includes(name));
    if (missing.length > 0)
      throw new GroundError(`The file has no ${missing.join(', ')}. Please use a Protomaps basemap.`);
    return { tiles: header.numAddressedTiles, maxZoom: header.maxZoom, attribution: plainText(attribution) };
  } finally {
    await file.close();
  }
}

/** The attribution without markup, because only its text is shown. */
function plainText(html: unknown): string {
  const text =
    typeof html === 'string'
      ? html
          .replace(/<[^>]*>/g, '')
          .replaceAll('&copy;', '©')
          .trim()
      : '';
  return text.slice(0, 200) || '© OpenStreetMap contributors';
}

interface Ground {
  url: string;
  attribution: string;
}

const known = new Map<string, { version: string; ground: Ground }>();

/** The installed ground, or null. A replaced file has another URL, so browsers may keep its parts forever. */
export async function findGround(dataDir: string): Promise<Ground | null> {
  const path = groundFile(dataDir);
  const found = await stat(path).catch(() => null);
  if (!found) return null;
  const version = `${found.size.toString(36)}-${Math.floor(found.mtimeMs).toString(36)}`;
  const cached = known.get(path);
  if (cached?.version === version) return cached.ground;
  const attribution = await checkGround(path).then(
    (ground) => ground.attribution,
    () => null,
  );
  if (attribution === null) return null;
  const ground = { url: `/map/ground-${version}.pmtiles`, attribution };
  known.set(path, { version, ground });
  return ground;
}
