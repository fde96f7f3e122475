import type { KnownNames, Mapping } from './csv-preview.ts';
import type { KnownLists } from './recognize-list.ts';

/** The requests that a worker thread answers. Each file has its own thread, so that a large one never blocks the app. */
export type CsvRequest =
  | { do: 'open'; savedMappings: Record<string, Mapping> }
  | { do: 'recognize'; known: KnownLists }
  | { do: 'state' }
  | { do: 'names'; names: NonNullable<KnownNames> }
  | { do: 'map'; mapping: Mapping }
  | { do: 'rows'; from: number; count: number }
  | { do: 'problems'; from: number; count: number }
  | { do: 'prepare'; allSheets: boolean };
