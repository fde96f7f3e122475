/** The ten topics of the articles, in display order. */
export const topics = [
  {
    id: 'teeth-whitening',
    title: 'Teeth Whitening',
    category: 'Cosmetic',
    about: 'What whitens teeth, what does not, and how to keep the result.',
  },
  {
    id: 'preventive-care',
    title: 'Preventive Care',
    category: 'Prevention',
    about: 'Small daily habits and regular visits that keep trouble away.',
  },
  {
    id: 'dental-procedures',
    title: 'Dental Procedures',
    category: 'Treatment',
    about: 'What happens during fillings, crowns, root canals and more.',
  },
  {
    id: 'oral-health',
    title: 'Oral Health',
    category: 'Health',
    about: 'How your mouth affects your body, from gums to diet.',
  },
  {
    id: 'emergency-care',
    title: 'Emergency Care',
    category: 'Emergency',
    about: 'What to do first when a tooth breaks, aches or is knocked out.',
  },
  {
    id: 'dental-technology',
    title: 'Dental Technology',
    category: 'Technology',
    about: 'Scanners, lasers and digital X-rays, explained without the brochure.',
  },
  {
    id: 'pediatric-dentistry',
    title: 'Pediatric Dentistry',
    category: 'Children',
    about: 'Healthy first teeth, calm first visits, and what parents can do.',
  },
  {
    id: 'dental-insurance',
    title: 'Dental Insurance',
    category: 'Finance',
    about: 'Plans, limits and waiting periods, and how to pay without one.',
  },
  {
    id: 'find-dentist',
    title: 'Find a Dentist',
    category: 'Guide',
    about: 'How to choose a practice, and what to ask before the first visit.',
  },
  {
    id: 'dental-anxiety',
    title: 'Dental Anxiety',
    category: 'Wellness',
    about: 'Why fear of the dentist is common, and what helps against it.',
  },
] as const;

export type TopicId = (typeof topics)[number]['id'];
export const topicIds = topics.map(({ id }) => id) as unknown as readonly [TopicId, ...TopicId[]];
export const topicOf = (id: string | undefined) => topics.find((topic) => topic.id === id);

/** Other names of topics, which stored links and calls still use. */
export const topicAliases: Readonly<Record<string, TopicId>> = {
  'oral-hygiene': 'oral-health',
  'dental-health': 'oral-health',
  'cosmetic-dentistry': 'teeth-whitening',
};

/** Finds a topic by its id, title, or alias, ignoring case, spaces, and punctuation. */
export function canonicalTopic(name: string): TopicId | undefined {
  const slug = toSlug(name);
  if (Object.hasOwn(topicAliases, slug)) return topicAliases[slug];
  return topics.find(({ id, title }) => id === slug || toSlug(title) === slug)?.id;
}

const toSlug = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '-');

/** The planned number of articles per topic. */
export const PLANNED_PER_TOPIC = 20;
const WORDS_PER_MINUTE = 200;
export const META_TITLE_MAX = 60;
export const META_DESCRIPTION_MAX = 160;

/** The reading time in whole minutes, rounded up. */
export const readTimeOf = (content: string): number =>
  Math.max(1, Math.ceil(content.split(/\s+/).filter(Boolean).length / WORDS_PER_MINUTE));
