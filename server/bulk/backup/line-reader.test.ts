import { expect, it } from 'vitest';
import { LineReader, MAX_LINE_BYTES } from './line-reader.ts';

it.each<[string, (lines: LineReader) => Promise<unknown>]>([
  ['line', (lines) => lines.readLine()],
  ['row', (lines) => lines.readRows().next()],
])('refuses a %s without an end before it fills the memory', { timeout: 60_000 }, async (_what, read) => {
  let sent = 0;
  const chunk = Buffer.alloc(8 * 2 ** 20, 'x');
  async function* endless() {
    for (;;) {
      sent += chunk.length;
      yield chunk;
    }
  }
  await expect(read(new LineReader(endless()))).rejects.toThrow('It has a line of more than 64 MB.');
  expect(sent).toBeLessThanOrEqual(MAX_LINE_BYTES + chunk.length);
});
