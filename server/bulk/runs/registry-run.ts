/** A run keeps this about a registry file, so that a dry run can be applied later. */
export interface RegistryRun {
  /** The day of the data, as 2026-11-08. */
  asOf: string;
}

/** Noon, so that the day is the same in every time zone of the US. */
export const dateRegistry = ({ asOf }: RegistryRun): Date => new Date(`${asOf}T12:00:00Z`);

/** A source with the day of its data, such as "Overture Maps, Nov 8, 2026". */
export const nameDated = (name: string, run: RegistryRun): string =>
  `${name}, ${dateRegistry(run).toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })}`;

/** The source of every field that the registry gave. */
export const nameRegistrySource = (run: RegistryRun): string => nameDated('NPI registry', run);
