// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { describeCounts } from './count-text.ts';
import { TopicCard } from './TopicCard.tsx';

const topic = {
  id: 'teeth-whitening',
  title: 'Teeth Whitening',
  category: 'Cosmetic',
  about: 'What whitens teeth.',
  formerIds: [],
};
const showCard = (articleCount: number) =>
  render(
    <MemoryRouter>
      <TopicCard topic={topic} articleCount={articleCount} />
    </MemoryRouter>,
  );

it('the mark of a topic with articles is a check next to their number, without a badge', () => {
  showCard(2);
  const mark = screen.getByTitle('Content Available');
  expect(mark.parentElement!.textContent).toBe(`${topic.category} · 2 articlesContent Available`);
  expect(screen.getByText('Content Available').className).toBe('hidden-text');
});

it('a topic without articles has no mark', () => {
  showCard(0);
  expect(screen.getByText(/0 articles/)).toBeTruthy();
  expect(screen.queryByTitle('Content Available')).toBeNull();
});

it('a topic mentions scheduled articles only if it has some', () => {
  expect(describeCounts(1, 0)).toEqual(['1 article published']);
  expect(describeCounts(2, 1)).toEqual(['2 articles published', '1 scheduled']);
});
