/** The checks of the directory's data, in the order of the page. */
export const healthChecks = [
  { key: 'no_phone', label: 'No phone number', hint: 'Patients can’t call.' },
  { key: 'wrong_number', label: 'Unreachable', hint: 'A visitor reported a wrong number.' },
  { key: 'no_address', label: 'No street address', hint: 'Patients can’t find the office.' },
  { key: 'no_place', label: 'No city or ZIP code', hint: 'Searches by place miss it.' },
  { key: 'no_hours', label: 'No office hours', hint: '“Open now” misses it.' },
  { key: 'no_services', label: 'No services', hint: 'Searches by service miss it.' },
  { key: 'no_npi', label: 'No NPI', hint: 'The provider registry can’t update it.' },
  { key: 'stale', label: 'Not updated for a year', hint: 'Neither confirmed nor changed.' },
  { key: 'duplicate', label: 'Possible duplicates', hint: 'Names and places that nearly agree.' },
] as const;
export type HealthCheck = (typeof healthChecks)[number]['key'];
