import { readInline, splitIntoBlocks } from '../../prose.ts';
import type { ArticleFormValues } from './article-form-values.ts';

export interface CheckedPart {
  label: string;
  isDone: boolean;
}

const FEWEST_WORDS = 300;
const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length;

const linksInside = (content: string): boolean =>
  splitIntoBlocks(content)
    .flatMap((block) => (block.kind === 'list' ? block.items : 'text' in block ? [block.text] : []))
    .flatMap(readInline)
    .some((part) => part.kind === 'link' && part.to.startsWith('/'));

/** Lists the parts that an article should have before it is published. */
export const checkArticle = (values: ArticleFormValues, hasTwin: boolean): CheckedPart[] => [
  { label: 'A title of its own', isDone: values.title.trim() !== '' && !hasTwin },
  { label: 'An excerpt', isDone: values.excerpt.trim() !== '' },
  { label: `${FEWEST_WORDS} words`, isDone: wordsIn(values.content) >= FEWEST_WORDS },
  { label: 'A heading', isDone: splitIntoBlocks(values.content).some(({ kind }) => kind === 'heading') },
  { label: 'A link to a service, city, or article', isDone: linksInside(values.content) },
  { label: 'A source', isDone: values.sources.trim() !== '' },
  { label: 'A reviewer', isDone: values.reviewer.trim() !== '' },
  { label: 'A meta description', isDone: values.metaDescription.trim() !== '' },
];
