export const exportList = [
  {
    name: 'users',
    label: 'Export All Users (CSV)',
    about: 'Accounts with plan, status, and number of listings.',
    type: 'csv',
  },
  { name: 'subscribers', label: 'Subscribers (CSV)', about: 'Accounts on a paid plan.', type: 'csv' },
  {
    name: 'user-analytics',
    label: 'User Analytics (JSON)',
    about: "Visits with their events. Visitor IP addresses aren't stored or exported.",
    type: 'json',
  },
  {
    name: 'articles',
    label: 'Articles (CSV)',
    about: 'Published, scheduled, and draft articles with their text.',
    type: 'csv',
  },
  {
    name: 'dentist-listings',
    label: 'Dentist Listings (CSV)',
    about: 'Every listing with its owner and state, including deleted ones.',
    type: 'csv',
  },
  {
    name: 'search-data',
    label: 'Search Data (JSON)',
    about: 'Search terms, result counts, and opened listings.',
    type: 'json',
  },
];
