/** 26,000. What toLocaleString('en-US') writes for a whole number, without waking the browser's whole language library. */
export const thousands = (value: number): string =>
  Number.isInteger(value) ? String(value).replace(/\B(?=(\d{3})+$)/g, ',') : value.toLocaleString('en-US');
