/** A run keeps this about a registry file, so that a dry run can be applied later. */
export interface RegistryRun {
  /** The day of the data, as 2026-11-08. */
  asOf: string;
}

/** The source of every field that the registry gave, such as "NPI registry, Nov 8, 2026". */
export const nameRegistrySource = ({ asOf }: RegistryRun): string =>
  `NPI registry, ${new Date(`${asOf}T12:00:00Z`).toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })}`;
