import type { Config } from '#server/base/config.ts';

/** Pages of accounts, forms, and addresses that show the content of others. */
const closedPaths = [
  '/api/',
  '/location/',
  '/admin',
  '/dashboard',
  '/email-settings',
  '/account',
  '/auth',
  '/request-appointment/',
  '/report-problem/',
  '/my-appointment',
  '/reviews/',
  '/write-review/',
  '/my-review',
  '/claim/',
  '/transfer/',
  '/find-practice',
  '/compare',
  '/shortlist',
  '/shared/',
];

/** Crawlers that read a page because an assistant answers someone's question. */
const aiSearch = [
  'OAI-SearchBot',
  'ChatGPT-User',
  'Claude-SearchBot',
  'Claude-User',
  'PerplexityBot',
  'Perplexity-User',
  'DuckAssistBot',
  'MistralAI-User',
  'Amzn-SearchBot',
  'Meta-ExternalFetcher',
];

/** Crawlers that collect training data, and the names under which Google and Apple ask about it. */
const aiTraining = [
  'GPTBot',
  'ClaudeBot',
  'Google-Extended',
  'Applebot-Extended',
  'CCBot',
  'Meta-ExternalAgent',
  'Amazonbot',
  'Bytespider',
  'AI2Bot',
  'cohere-training-data-crawler',
];

type Crawlers = Pick<Config, 'CRAWLERS_SEARCH' | 'CRAWLERS_AI_SEARCH' | 'CRAWLERS_AI_TRAINING'>;

function groupOf(agents: readonly string[], isAllowed: boolean): string {
  const rules = isAllowed ? closedPaths.map((path) => `Disallow: ${path}`) : ['Disallow: /'];
  return [...agents.map((agent) => `User-agent: ${agent}`), ...rules].join('\n');
}

/** Crawlers that no group names follow the rule for search engines. A group replaces the rules for all others, so it repeats them. */
export function robotsTxt(crawlers: Crawlers, publicUrl: string): string {
  const { CRAWLERS_SEARCH, CRAWLERS_AI_SEARCH, CRAWLERS_AI_TRAINING } = crawlers;
  return [
    groupOf(['*'], CRAWLERS_SEARCH),
    ...(CRAWLERS_AI_SEARCH === CRAWLERS_SEARCH ? [] : [groupOf(aiSearch, CRAWLERS_AI_SEARCH)]),
    ...(CRAWLERS_AI_TRAINING === CRAWLERS_SEARCH ? [] : [groupOf(aiTraining, CRAWLERS_AI_TRAINING)]),
    `Sitemap: ${publicUrl}/sitemap.xml\n`,
  ].join('\n\n');
}
