import sax from 'sax';
import type { Readable } from 'node:stream';
import { Refusal } from '#server/base/http/errors.ts';

interface XmlHandlers {
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Parts of a spreadsheet nest less than ten elements. */
const MAX_DEPTH = 20;

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

const damaged = () =>
  new Refusal(422, 'not_csv', 'This spreadsheet is damaged. Open it, save it again, and try once more.');
const refuse = () => {
  throw damaged();
};

/**
 * Parses streamed XML, and yields after each chunk, so that a slow consumer isn't overrun. Stops at the first error, because the
 * parser would otherwise go on and keep every element in memory. Unknown entities are an error, so a file can't define its own.
 */
export async function* parseXmlChunks(stream: Readable, { open, text, close }: XmlHandlers): AsyncGenerator<void> {
  const parser = sax.parser(true, { trim: false, normalize: false });
  let depth = 0;
  // The parser has no addEventListener.
  /* oxlint-disable unicorn/prefer-add-event-listener */
  parser.onerror = refuse;
  parser.ondoctype = refuse;
  parser.onopentag = ({ name, attributes }) => {
    if (++depth > MAX_DEPTH) refuse();
    open?.(localName(name), attributes as Record<string, string>);
  };
  parser.ontext = (value) => text?.(value);
  parser.oncdata = (value) => text?.(value);
  parser.onclosetag = (name) => {
    depth--;
    close?.(localName(name));
  };
  /* oxlint-enable unicorn/prefer-add-event-listener */
  const decoder = new TextDecoder();
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      parser.write(decoder.decode(chunk, { stream: true }));
      yield;
    }
    parser.write(decoder.decode()).close();
    yield;
  } catch (error) {
    throw error instanceof Refusal ? error : damaged();
  } finally {
    stream.destroy();
  }
}

/** Parses streamed XML to its end. */
export async function parseXml(stream: Readable, handlers: XmlHandlers): Promise<void> {
  const chunks = parseXmlChunks(stream, handlers);
  while (!(await chunks.next()).done);
}
