import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { articleFeed, Head } from './Head.tsx';

it('a page with a feed links to it in its head, and others don’t', () => {
  expect(renderToString(<Head title="Topics" canonical="/topics" alternate={articleFeed} />)).toContain(
    '<link rel="alternate" type="application/rss+xml" href="/feed.xml" title="Enamel: dental health articles"/>',
  );
  expect(renderToString(<Head title="About" canonical="/about" />)).not.toContain('alternate');
});
