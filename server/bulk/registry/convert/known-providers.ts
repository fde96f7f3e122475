/** The states of an NPI that the directory knows, by number. `listed`: a listing has it, but no registry file had it yet. */
export const knownStatus = { listed: 0, active: 1, deactivated: 2, left: 3 } as const;

export interface KnownRow {
  npi: string;
  status: keyof typeof knownStatus;
  updatedOn: string | null;
  deactivatedOn: string | null;
  reactivatedOn: string | null;
}

/** 2026-10-05 as 20261005, which compares like the date. A missing date is 0. */
export const dayNumber = (date: string | null): number => (date === null ? 0 : Number(date.replaceAll('-', '')));

/** The NPIs that the directory knows, sorted, in 21 bytes each. A worker gets the arrays without a copy. */
export interface KnownArrays {
  npis: Float64Array;
  status: Uint8Array;
  updatedOn: Int32Array;
  deactivatedOn: Int32Array;
  reactivatedOn: Int32Array;
}

export function createKnownArrays(count: number): KnownArrays {
  const share = (bytes: number) => new SharedArrayBuffer(count * bytes);
  return {
    npis: new Float64Array(share(8)),
    status: new Uint8Array(share(1)),
    updatedOn: new Int32Array(share(4)),
    deactivatedOn: new Int32Array(share(4)),
    reactivatedOn: new Int32Array(share(4)),
  };
}

export function setKnownRow(arrays: KnownArrays, index: number, row: KnownRow): void {
  arrays.npis[index] = Number(row.npi);
  arrays.status[index] = knownStatus[row.status];
  arrays.updatedOn[index] = dayNumber(row.updatedOn);
  arrays.deactivatedOn[index] = dayNumber(row.deactivatedOn);
  arrays.reactivatedOn[index] = dayNumber(row.reactivatedOn);
}

/** The place of an NPI in the arrays, or -1. */
export function findKnown({ npis }: KnownArrays, npi: number): number {
  let low = 0;
  let high = npis.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const value = npis[middle]!;
    if (value === npi) return middle;
    if (value < npi) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
