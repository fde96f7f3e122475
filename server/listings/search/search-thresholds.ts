/** From which size on a search goes another way. Tests lower them, so that small directories meet every way. */
export const searchThresholds = {
  /** Past this many a live count stops, and says so. */
  counted: 10_000,
  /** A place with at most this many listings is walked whole. */
  small: 20_000,
  /** And when a name is asked for, only one with at most this many. */
  tiny: 2_000,
  /** So many rows are walked sooner than looked for. */
  deep: 2_000,
};
