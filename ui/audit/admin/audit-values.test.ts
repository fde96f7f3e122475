import { expect, it } from 'vitest';
import { formatValue, labelOf } from './audit-values.ts';

it.each([
  ['id', 'ID'],
  ['topicId', 'Topic ID'],
  ['scheduledPublishAt', 'Scheduled publish at'],
  ['slug', 'Slug'],
])('names the field %s %s', (field, label) => {
  expect(labelOf(field)).toBe(label);
});

it.each([
  [null, '(blank)'],
  ['', '(blank)'],
  [[], '(blank)'],
  ['(512) 555-0191', '(512) 555-0191'],
  [['anxiety', 'fear'], 'anxiety, fear'],
  [0, '0'],
  [false, 'false'],
  [{ a: 1 }, '{\n "a": 1\n}'],
])('writes %j as %j', (value, text) => {
  expect(formatValue(value)).toBe(text);
});
