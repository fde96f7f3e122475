import { listPublishedArticles, newestChange, type PublishedArticle } from '#server/articles/articles.ts';
import type { Deps } from '#server/base/http/context.ts';
import { escapeXml } from '../xml.ts';

const MOST_ITEMS = 50;

const element = (name: string, text: string | undefined): string =>
  text ? `<${name}>${escapeXml(text)}</${name}>\n` : '';

function itemOf({ title, slug, excerpt, author, category, publishedAt }: PublishedArticle, base: string): string {
  const url = escapeXml(`${base}/articles/${slug}`);
  return `<item>
${element('title', title)}<link>${url}</link>
<guid isPermaLink="true">${url}</guid>
${element('description', excerpt)}${element('dc:creator', author)}${element('category', category)}${element('pubDate', publishedAt?.toUTCString())}</item>
`;
}

/** The newest published articles as RSS 2.0. */
export async function articleFeed({ db, clock, config, settings }: Deps): Promise<string> {
  const articles = (await listPublishedArticles(db, clock.now())).slice(0, MOST_ITEMS);
  const base = config.PUBLIC_URL;
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
${element('title', `${settings.brand}: dental health articles`)}<link>${escapeXml(base)}/topics</link>
<description>Articles about teeth whitening and dental health.</description>
<language>en-us</language>
<atom:link href="${escapeXml(base)}/feed.xml" rel="self" type="application/rss+xml"/>
${element('lastBuildDate', newestChange(articles)?.toUTCString())}${articles.map((article) => itemOf(article, base)).join('')}</channel>
</rss>
`;
}
