/** Every export the panel exportList. */
export const exportList = [
  {
    name: 'users',
    label: 'Export All Users (CSV)',
    about: 'Accounts with plan, status and number of listings.',
    type: 'csv',
  },
  { name: 'subscribers', label: 'Subscribers (CSV)', about: 'Accounts on a paid plan.', type: 'csv' },
  {
    name: 'user-analytics',
    label: 'User Analytics (JSON)',
    about: 'Visits with their events. Addresses of visitors are not kept, so they are not in it.',
    type: 'json',
  },
  {
    name: 'articles',
    label: 'Articles (CSV)',
    about: 'Published, scheduled and drafts, with their text.',
    type: 'csv',
  },
  {
    name: 'dentist-listings',
    label: 'Dentist Listings (CSV)',
    about: 'Every listing with owner and state, deleted ones too.',
    type: 'csv',
  },
  {
    name: 'search-data',
    label: 'Search Data (JSON)',
    about: 'What was searched for, how much was found, what was opened.',
    type: 'json',
  },
];
