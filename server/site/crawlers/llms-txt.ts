import { sitePages } from '#shared/site-pages.ts';
import { listPublishedArticles } from '#server/articles/articles.ts';
import { listTopics } from '#server/articles/topics.ts';
import type { Deps } from '#server/base/http/context.ts';
import { listStates } from '#server/places/places.ts';

const section = (title: string, links: readonly string[]): string[] =>
  links.length > 0 ? [`## ${title}`, '', ...links, ''] : [];

/** The site in the form of llmstxt.org: its pages, states, and topics that have content now, and what programs can call. */
export async function llmsTxt({ db, clock, config, settings }: Deps): Promise<string> {
  const [states, articles, topics] = await Promise.all([
    listStates(db),
    listPublishedArticles(db, clock.now()),
    listTopics(db),
  ]);
  const link = (title: string, path: string, note?: string) =>
    `- [${title}](${config.PUBLIC_URL}${path})${note ? `: ${note}` : ''}`;
  const topicLinks = topics
    .filter(({ id }) => articles.some(({ topicId }) => topicId === id))
    .map(({ id, title, about }) => link(title, `/topics/${id}`, about));
  const stateLinks = states
    .filter(({ dentistCount }) => dentistCount > 0)
    .map(({ name, slug, dentistCount }) =>
      link(name, `/dentists/${slug}`, `${dentistCount.toLocaleString('en-US')} ${dentistCount === 1 ? 'listing' : 'listings'}`),
    ); // prettier-ignore
  return [
    `# ${settings.brand}`,
    '',
    '> A directory of dentists in the United States, with a focus on teeth whitening and its prices.',
    '',
    'Each fact about a practice has a source and a date, or is shown as not confirmed. Please name both with a price, and link to the page of',
    `the practice. Questions: ${settings.current.supportEmail}.`,
    '',
    ...section(
      'Pages',
      sitePages.map(({ path, title }) => link(title, path)),
    ),
    ...section('Topics', topicLinks),
    ...section('Dentists by state', stateLinks),
    ...section('For programs', [
      ...(config.MCP_SERVER ? [link('MCP server', '/mcp', 'search, practices, whitening prices, request forms')] : []),
      link('API', '/api/docs'),
      link('OpenAPI', '/api/docs.json'),
      link('API catalog', '/.well-known/api-catalog'),
      link('New articles', '/feed.xml', 'RSS'),
      link('Sitemap', '/sitemap.xml'),
    ]),
  ].join('\n');
}
