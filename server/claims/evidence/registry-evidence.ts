import { hasLicense, type RegistryRecord } from '#server/registry/records.ts';
import type { Reason } from './evidence-reason.ts';
import { sharesLastName } from './names.ts';

export interface RegistryEvidence {
  /** The registry's record of the claim's NPI, or of the listing's if the claim has none. Null if it has no such NPI. */
  record: RegistryRecord | null;
  /** Whose NPI it is. */
  of: 'claim' | 'listing';
}

interface ComparedClaim {
  requestorName: string;
  relationshipToPractice: string;
  licenseNumber: string | null;
}

/**
 * Compares a claim with the registry. Everyone can read the registry, so repeating it proves nothing and a match is at most a hint.
 * A contradiction counts, because only a mistake or a stranger explains it.
 */
export function registryReasons(
  claim: ComparedClaim,
  listing: { state: string | null; zipCode: string | null },
  registry: RegistryEvidence | null,
): Reason[] {
  if (!registry) return [];
  const { record } = registry;
  if (!record)
    return registry.of === 'claim'
      ? [{ code: 'registry', points: -10, text: 'The NPI registry has no dental provider with this NPI.' }]
      : [];
  if (record.status !== 'active')
    return [
      {
        code: 'registry',
        points: -15,
        text:
          record.status === 'deactivated'
            ? 'The NPI registry has deactivated this NPI.'
            : 'The NPI registry no longer lists this NPI as a dental provider in the US.',
      },
    ];
  const reasons: Reason[] = [];
  const isDentist = claim.relationshipToPractice === 'owner' || claim.relationshipToPractice === 'dentist';
  const names = [record.name, record.otherName].filter((name) => name !== null);
  const sameName = names.some((name) => sharesLastName(claim.requestorName, name));
  if (!record.isOrganization && names.length > 0)
    reasons.push(
      sameName
        ? {
            code: 'registry_name',
            points: 0,
            text: `The NPI registry has the claimant's last name for this NPI: ${names[0]}. The registry is public.`,
          }
        : {
            code: 'registry_name',
            points: isDentist && registry.of === 'claim' ? -15 : 0,
            text: `The NPI registry has another name for this NPI: ${names[0]}.`,
          },
    );
  const license = hasLicense(record, claim.licenseNumber);
  if (license === true)
    reasons.push({
      code: 'registry_license',
      points: sameName ? 5 : 0,
      text: 'The license number matches the NPI registry, which is public. Look it up with the state board.',
    });
  if (license === false)
    reasons.push({
      code: 'registry_license',
      points: -10,
      text: `The NPI registry has another license number for this NPI: ${record.licenses}.`,
    });
  if (record.state && listing.state) {
    const sameZip = record.zipCode !== null && record.zipCode === listing.zipCode?.slice(0, 5);
    const place = [record.city, record.state].filter(Boolean).join(', ');
    reasons.push({
      code: 'registry_place',
      points: record.state === listing.state ? 0 : -5,
      text: sameZip
        ? "The NPI registry's address has the listing's ZIP code."
        : `The NPI registry's address is in ${place}${record.state === listing.state ? '' : ', not in the listing’s state'}.`,
    });
  }
  return reasons;
}
