import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { shortClassNames, shortTokens } from './short-names.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = (path: string) => join(root, 'ui', path);

describe('short names', () => {
  it('give each class of each file a name of its own, the same in every build', () => {
    const nameClass = shortClassNames(root);
    const names = [
      nameClass('rating', file('kit/display/Rating.module.css')),
      nameClass('stars', file('kit/display/Rating.module.css')),
      nameClass('badge', file('kit/display/Badge.module.css')),
      nameClass('card', file('kit/display/Card.module.css')),
      nameClass('card', file('listings/card/ListingCard.module.css')),
    ];
    const again = shortClassNames(root)('rating', `${file('kit/display/Rating.module.css')}?used`);
    expect(new Set(names).size).toBe(names.length);
    expect(names.join(' ')).toMatch(/^[b-z]\w( [b-z]\w)+$/i);
    expect(again).toBe(names[0]);
    expect(() => nameClass('unknown', file('kit/display/Card.module.css'))).toThrow('unknown');
  });

  it('replace the tokens, but no part of a longer name', () => {
    const { handler } = shortTokens(root).plugin.transform as { handler: (code: string) => string };
    const code = handler("a('var(--ink)', 'var(--ink-soft)', '--ink-unknown', `--chart-${n}`, 'var(--chart-1)')");
    expect(code).toMatch(
      /^a\('var\(--\w{2}\)', 'var\(--\w{2}\)', '--ink-unknown', `--chart-\$\{n\}`, 'var\(--chart-1\)'\)$/,
    );
  });
});
