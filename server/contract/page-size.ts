/** How many are answered to who reads a list to its end. Apart from the schemas, which every page would carry along. */
export const ONWARD = 1_000;
