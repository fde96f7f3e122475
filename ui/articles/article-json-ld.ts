import type { Article, ListedArticle } from '#contract/articles/articles.ts';
import type { ArticlePerson } from '#contract/articles/people.ts';
import { socialPicturePath } from '#shared/site-pages.ts';
import type { Site } from '#ui/base/page/App.tsx';
import { organization } from '#ui/base/page/organization.ts';
import { breadcrumbsJsonLd, linksJsonLd } from '#ui/listings/profile/json-ld.ts';

/** An author whose name is a group's is an organization. Anyone else is a person. */
const isGroup = (name: string, brand: string): boolean =>
  name.includes(brand) || /\b(?:team|staff|editors?|editorial|desk|LLC|Inc)\b/i.test(name);

/** A known person, or a byline whose credentials are read from the text: "Dana Whitfield, DDS, MS". */
function personJsonLd(byline: string, person: ArticlePerson | null | undefined): object {
  const { name, credentials, introduction, link } = person ?? splitByline(byline);
  return {
    '@type': 'Person',
    name,
    ...(credentials ? { honorificSuffix: credentials } : {}),
    ...(introduction ? { description: introduction } : {}),
    ...(link ? { url: link } : {}),
  };
}

function splitByline(byline: string): ArticlePerson {
  const [name = '', ...credentials] = byline.split(',').map((part) => part.trim());
  const areCredentials = credentials.length > 0 && credentials.every((part) => /^[A-Z][A-Za-z.]{1,9}$/.test(part));
  return {
    name: areCredentials ? name : byline,
    credentials: areCredentials ? credentials.join(', ') : '',
    introduction: '',
    link: null,
  };
}

/** An article as schema.org data. A reviewer is a property of its page, because articles have none. */
export function articleJsonLd(article: Article, topicTitle: string | undefined, site: Site): object[] {
  const { publicUrl, brand } = site;
  const path = `/articles/${article.slug}`;
  const url = publicUrl + path;
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Article',
      headline: article.title,
      description: article.metaDescription ?? article.excerpt,
      articleSection: article.category,
      ...(article.tags.length > 0 ? { keywords: article.tags.join(', ') } : {}),
      image: publicUrl + socialPicturePath(path),
      author:
        !article.authorPerson && isGroup(article.author, brand)
          ? { '@type': 'Organization', name: article.author }
          : personJsonLd(article.author, article.authorPerson),
      publisher: organization(site),
      ...(article.sources.length > 0 ? { citation: article.sources } : {}),
      ...(article.publishedAt ? { datePublished: article.publishedAt } : {}),
      dateModified: article.updatedAt,
      mainEntityOfPage: {
        '@type': 'WebPage',
        '@id': url,
        ...(article.reviewer ? { reviewedBy: personJsonLd(article.reviewer, article.reviewerPerson) } : {}),
      },
    },
    breadcrumbsJsonLd(
      [
        { label: 'Topics', to: '/topics' },
        { label: topicTitle ?? article.category, to: `/topics/${article.topicId}` },
        { label: article.title, to: path },
      ],
      publicUrl,
    ),
  ];
}

export const topicJsonLd = (
  { id, title }: { id: string; title: string },
  articles: readonly Pick<ListedArticle, 'slug'>[],
  publicUrl: string,
): object[] => [
  breadcrumbsJsonLd(
    [
      { label: 'Topics', to: '/topics' },
      { label: title, to: `/topics/${id}` },
    ],
    publicUrl,
  ),
  ...(articles.length > 0
    ? [
        linksJsonLd(
          articles.map(({ slug }) => `/articles/${slug}`),
          publicUrl,
        ),
      ]
    : []),
];
