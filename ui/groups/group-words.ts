export const groupTabs = [
  ['locations', 'Locations'],
  ['claims', 'Claim locations'],
  ['changes', 'Change locations'],
  ['people', 'People'],
  ['billing', 'Billing'],
  ['settings', 'Settings'],
] as const;
export type GroupTab = (typeof groupTabs)[number][0];

export const isGroupTab = (name: string | undefined): name is GroupTab => groupTabs.some(([tab]) => tab === name);

export const groupTabPath = (id: number, tab: GroupTab = 'locations'): string =>
  `/dashboard/groups/${id}${tab === 'locations' ? '' : `/${tab}`}`;

export const listingNouns = ['listing', 'listings'] as const;
export const locationNouns = ['location', 'locations'] as const;

export const placeOf = ({ city, state }: { city: string | null; state: string | null }): string =>
  [city, state].filter(Boolean).join(', ');
