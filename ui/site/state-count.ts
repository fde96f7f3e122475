/** DC and territories count as places with listings, but they aren't states. */
export const describeStates = (count: number | null): { label: string; value: number | null } =>
  count === null || count <= 50
    ? { label: 'States', value: count }
    : count === 51
      ? { label: 'States and DC', value: 50 }
      : { label: 'States, DC, and territories', value: count };
