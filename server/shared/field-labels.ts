import { dayNames } from './listings/opening-hours.ts';

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Labels of fields, for errors, histories, and forms. Only labels that differ from the field's name in words. */
const labels: Record<string, string> = {
  'dentist.name': 'Doctor name',
  'dentist.phone': 'Doctor phone',
  'practice.address': 'Street address',
  'practice.image': 'Practice photo',
  'practice.name': 'Practice name',
  'practice.phone': 'Practice phone',
  about: 'The field this is about',
  ago: 'Age',
  alt: 'Photo description',
  apiEndpoint: 'API endpoint',
  apiKey: 'API key',
  at: 'Position',
  bio: 'About the practice',
  bookingUrl: 'Link to book online',
  chargeFee: 'The transfer fee',
  dentist: 'The doctor',
  dentistId: 'Listing',
  elementId: 'Element',
  experience: 'Years of experience',
  facebookUrl: 'Facebook',
  fileName: 'File name',
  id: 'This id',
  ids: 'The selection',
  instagramUrl: 'Instagram',
  gender: 'Dentist’s gender',
  insurance: 'Accepts insurance',
  insurancePlans: 'Insurance plans',
  isActive: 'Active',
  isNewPractice: 'New practice',
  isPublished: 'Publish immediately',
  kind: 'Type',
  location: 'Location',
  makeAdmin: 'Admin role',
  npi: 'NPI',
  otherId: 'The other listing',
  paidFirst: 'Sponsored places',
  pin: 'PIN',
  practice: 'The practice',
  practiceId: 'Practice',
  practiceImage: 'Cover photo',
  practiceName: 'Practice name',
  practiceTypeId: 'Practice type',
  priceId: 'Plan',
  profileImage: 'Portrait',
  q: 'Search text',
  radius: 'Distance',
  read: 'The earlier version',
  receivedAt: 'Arrival date',
  relationshipToPractice: 'Relationship to the practice',
  request: 'The request',
  requestorEmail: 'Email',
  requestorName: 'Name',
  requestorPhone: 'Phone number',
  scheduledPublishAt: 'Publish time',
  serviceIds: 'Services',
  sessionId: 'Session',
  sessionTimeoutMinutes: 'Session timeout',
  sha256: 'Checksum',
  subscriptionId: 'Subscription',
  tiktokUrl: 'TikTok',
  topicId: 'Topic',
  topicIds: 'Topics',
  twitterUrl: 'X (Twitter)',
  twoFactorRequired: 'Two-factor for admins',
  utmCampaign: 'Campaign',
  utmMedium: 'Campaign medium',
  utmSource: 'Campaign source',
  viewId: 'Page view',
  whiteningPriceFrom: 'Whitening price from',
  whiteningPriceOn: 'Whitening price stated on',
  whiteningPriceTo: 'Whitening price to',
  yearsAtPractice: 'Years at the practice',
  youtubeUrl: 'YouTube',
  zip: 'ZIP code',
  zipCode: 'ZIP code',
  ...Object.fromEntries(dayNames.map((day) => [`${day}Hours`, `Hours for ${capitalize(day)}`])),
};

/** "acceptsNewPatients" becomes "Accepts new patients". */
const spellOut = (name: string): string =>
  capitalize(
    name
      .replace(/[_-]+/g, ' ')
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .toLowerCase(),
  );

export const labelOf = (name: string): string => (Object.hasOwn(labels, name) ? labels[name]! : spellOut(name));

/** The label of the field at a path; an item of a list is named by its position. */
export function labelAt(path: readonly PropertyKey[]): string {
  const names = path.filter((key) => typeof key !== 'number').map(String);
  const position = path.at(-1);
  const qualified = names.slice(-2).join('.');
  const label = Object.hasOwn(labels, qualified) ? labels[qualified]! : labelOf(names.at(-1) ?? 'request');
  return typeof position === 'number' && names.length > 0 ? `Item ${position + 1} of ${label}` : label;
}
