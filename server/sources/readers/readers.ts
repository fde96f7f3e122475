import type { SourceInfo } from '#shared/sources/sources.ts';
import { colorado } from '../boards/co.ts';
import { connecticut } from '../boards/ct.ts';
import { florida } from '../boards/fl.ts';
import { illinois } from '../boards/il.ts';
import { texas } from '../boards/tx.ts';
import { washington } from '../boards/wa.ts';
import { createBoardReader } from './board.ts';
import { censusReader } from './census.ts';
import { placesReader } from './places.ts';
import type { Reader } from './reader.ts';

export const boards = [texas, washington, colorado, connecticut, illinois, florida];

/** The reader of a source. Null for the registry, which the importer reads, and for websites, which aren't files. */
export function findReader({ kind, state }: SourceInfo): Reader | null {
  if (kind === 'registry' || kind === 'website') return null;
  if (kind === 'geocoder') return censusReader;
  if (kind === 'places') return placesReader;
  return createBoardReader(boards.find((board) => board.state === state)!);
}
