import { expect, it } from 'vitest';
import type { Article } from '#contract/articles/articles.ts';
import type { Site } from '#ui/base/page/App.tsx';
import { articleJsonLd } from './article-json-ld.ts';

const site = { publicUrl: 'https://example.com', brand: 'Enamel', socialLinks: [] } as unknown as Site;
const peopleOf = (article: Partial<Article>) => {
  const [node] = articleJsonLd({ tags: [], sources: [], slug: 'a', ...article } as unknown as Article, undefined, site);
  const { author, mainEntityOfPage } = node as { author: object; mainEntityOfPage: { reviewedBy?: object } };
  return { author, reviewedBy: mainEntityOfPage.reviewedBy };
};

it('describes a known author and reviewer as people with credentials', () => {
  const person = {
    name: 'Ann Poe',
    credentials: 'DDS, MS',
    introduction: 'Ann treats children.',
    link: 'https://ann.example',
  };
  expect(
    peopleOf({
      author: 'Ann Poe, DDS, MS',
      authorPerson: person,
      reviewer: 'Desk Enamel',
      reviewerPerson: { name: 'Desk Enamel', credentials: '', introduction: '', link: null },
    }),
  ).toEqual({
    author: {
      '@type': 'Person',
      name: 'Ann Poe',
      honorificSuffix: 'DDS, MS',
      description: 'Ann treats children.',
      url: 'https://ann.example',
    },
    reviewedBy: { '@type': 'Person', name: 'Desk Enamel' },
  });
});

it('reads credentials from a name without a person, and knows a team by its name', () => {
  expect(peopleOf({ author: 'Enamel Editorial Team', reviewer: 'Dana Whitfield, DDS' })).toEqual({
    author: { '@type': 'Organization', name: 'Enamel Editorial Team' },
    reviewedBy: { '@type': 'Person', name: 'Dana Whitfield', honorificSuffix: 'DDS' },
  });
  expect(peopleOf({ author: 'Maria Lopez, of Austin', reviewer: null }).author).toEqual({
    '@type': 'Person',
    name: 'Maria Lopez, of Austin',
  });
});
