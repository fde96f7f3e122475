/** The topics about which a practice's website may state something. */
export const suggestionTopics = ['hours', 'languages', 'insurancePlans', 'services', 'bookingUrl'] as const;
