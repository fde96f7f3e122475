/** What a practice's website may state about it. */
export const suggestionTopics = ['hours', 'languages', 'insurancePlans', 'services'] as const;
