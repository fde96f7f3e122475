/** Facts that only sources state, such as a state's dental board. */
export const licenseStatuses = ['active', 'probation', 'inactive', 'expired', 'suspended', 'revoked'] as const;
export type LicenseStatus = (typeof licenseStatuses)[number];

/** With one of these, a dentist may not practice, so the listing has no Verified badge and waits for staff. */
export const lapsedStatuses = ['expired', 'suspended', 'revoked'] as const satisfies readonly LicenseStatus[];

/** The board states that there was no discipline. Other values are its words about it, and null is not known. */
export const NO_DISCIPLINE = 'none';

/** The building, the street near it, or the center of the ZIP code. */
export const pointExactnesses = ['address', 'street', 'zip'] as const;

export const operatingStatuses = ['open', 'temporarily closed', 'closed'] as const;
