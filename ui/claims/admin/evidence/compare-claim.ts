import { relationships, type ClaimDossier } from '#contract/claims/claims.ts';
import { formatCalendarDay, formatPhone } from '#ui/kit/format.ts';

interface ComparedField {
  field: string;
  claimed: string | null;
  listed: string | null;
  /** Both sides have a value, and the values contradict each other. */
  differs: boolean;
}

const digitsOf = (text: string): string => text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
const lettersAndDigitsOf = (text: string): string => text.replace(/[^a-z0-9]/gi, '').toLowerCase();

const describeRecord = (record: NonNullable<ClaimDossier['registry']>): string =>
  [
    [record.name, record.credentials].filter(Boolean).join(', '),
    [[record.city, record.state].filter(Boolean).join(', '), record.zipCode].filter(Boolean).join(' '),
    record.enumeratedOn && `since ${formatCalendarDay(record.enumeratedOn)}`,
  ]
    .filter(Boolean)
    .join(' · ');

/** The registry lists licenses as "TX 12345; NM 678". */
const hasLicense = (licenses: string, license: string): boolean =>
  licenses.split(/[;,]/).some((known) => lettersAndDigitsOf(known).endsWith(lettersAndDigitsOf(license)));

/** Compares the claim with the listing. Fields that neither has are left out. */
export function compareClaim(claim: ClaimDossier): ComparedField[] {
  const { dentist, listing, registry } = claim;
  const isClaim = claim.kind === 'claim';
  const place = [dentist.address, [dentist.city, dentist.state].filter(Boolean).join(', '), dentist.zipCode];
  const relation = relationships.find(({ value }) => value === claim.relationshipToPractice)?.label;
  const phone = isClaim && claim.requestorPhone ? claim.requestorPhone : null;
  const license = claim.licenseNumber?.trim() || null;
  const fields: ComparedField[] = [
    { field: 'Name', claimed: claim.requestorName, listed: listing.name, differs: false },
    { field: 'Email', claimed: claim.requestorEmail, listed: listing.email, differs: false },
    {
      field: 'Phone',
      claimed: phone && formatPhone(phone),
      listed: listing.phone && formatPhone(listing.phone),
      differs: phone !== null && listing.phone !== null && digitsOf(phone) !== digitsOf(listing.phone),
    },
    {
      field: 'NPI',
      claimed: claim.npi,
      listed: listing.npi,
      differs: Boolean(claim.npi && listing.npi && digitsOf(claim.npi) !== digitsOf(listing.npi)),
    },
    {
      field: 'License',
      claimed: license,
      listed: registry?.licenses ? `${registry.licenses} (NPI registry)` : null,
      differs: Boolean(license && registry?.licenses && !hasLicense(registry.licenses, license)),
    },
    { field: 'NPI registry', claimed: null, listed: registry ? describeRecord(registry) : null, differs: false },
    { field: 'Website', claimed: null, listed: listing.website, differs: false },
    { field: 'Address', claimed: null, listed: place.filter(Boolean).join(' · '), differs: false },
    {
      field: 'Relationship',
      claimed: isClaim ? (relation ?? claim.relationshipToPractice) : null,
      listed: null,
      differs: false,
    },
    { field: 'Years', claimed: claim.yearsAtPractice, listed: null, differs: false },
  ];
  return fields.filter(({ claimed, listed }) => Boolean(claimed?.trim() || listed?.trim()));
}
