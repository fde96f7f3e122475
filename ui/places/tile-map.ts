const layout = [
  'AK .  .  .  .  .  .  .  .  .  ME',
  '.  .  .  .  .  .  .  .  .  VT NH',
  'WA ID MT ND MN IL WI MI NY RI MA',
  'OR NV WY SD IA IN OH PA NJ CT .',
  'CA UT CO NE MO KY WV VA MD DE .',
  '.  AZ NM KS AR TN NC SC DC .  .',
  'HI .  .  OK LA MS AL GA .  .  .',
  '.  .  .  TX .  .  .  .  FL .  .',
  'GU MP AS .  .  .  .  .  .  PR VI',
];
/** Column and row of each state, starting at 1, in a grid shaped like the country. */
export const tilePositions: ReadonlyMap<string, { column: number; row: number }> = new Map(
  layout.flatMap((line, row) =>
    line
      .trim()
      .split(/\s+/)
      .flatMap((code, column) => (code === '.' ? [] : [[code, { column: column + 1, row: row + 1 }] as const])),
  ),
);

/** A shade from 1 to 5 by the share of the highest count. 0 means no dentists. */
export function shadeOf(count: number, most: number): 0 | 1 | 2 | 3 | 4 | 5 {
  if (count <= 0 || most <= 0) return 0;
  const share = count / most;
  if (share > 0.8) return 5;
  if (share > 0.6) return 4;
  if (share > 0.4) return 3;
  if (share > 0.2) return 2;
  return 1;
}
