import type { KnownNames, Mapping } from './csv-preview.ts';
import type { BenchRequest } from './local-bench.ts';
import type { KnownLists } from './recognize-list.ts';

/** The requests about a file that is previewed. */
export type CsvRequest =
  | { do: 'open'; savedMappings: Record<string, Mapping> }
  | { do: 'recognize'; known: KnownLists }
  | { do: 'state' }
  | { do: 'names'; names: NonNullable<KnownNames> }
  | { do: 'map'; mapping: Mapping }
  | { do: 'rows'; from: number; count: number }
  | { do: 'problems'; from: number; count: number }
  | { do: 'prepare' };

export type FileRequest = CsvRequest | BenchRequest;
