/*
 * The launch discount. Browsers get it from the catalog while it lasts, so pages must not import this module: after the launch,
 * none of it should reach a browser.
 */

/** The last second of the launch discount: June 30, 2025, 11:59:59 PM in New York. */
export const launchEnds = '2025-06-30T23:59:59-04:00';
export const launchLabel = '60% off';
export const isLaunch = (now: Date): boolean => now.getTime() < Date.parse(launchEnds) + 1000;
