import sax from 'sax';
import type { Readable } from 'node:stream';
import { Refusal } from '#server/http/errors.ts';

export interface XmlHandlers {
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Parses streamed XML, and yields after each chunk, so that a slow consumer isn't overrun. Unknown entities are an error, so
 * a file can't define its own.
 */
export async function* parseXmlChunks(stream: Readable, { open, text, close }: XmlHandlers): AsyncGenerator<void> {
  const parser = sax.parser(true, { trim: false, normalize: false });
  parser.onopentag = ({ name, attributes }) => open?.(localName(name), attributes as Record<string, string>);
  // The parser has no addEventListener.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  parser.ontext = (value) => text?.(value);
  parser.oncdata = (value) => text?.(value);
  parser.onclosetag = (name) => close?.(localName(name));
  const decoder = new TextDecoder();
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      parser.write(decoder.decode(chunk, { stream: true }));
      yield;
    }
    parser.write(decoder.decode()).close();
    yield;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(422, 'not_csv', 'This spreadsheet is damaged. Open it, save it again, and try once more.');
  } finally {
    stream.destroy();
  }
}

/** Parses streamed XML to its end. */
export async function parseXml(stream: Readable, handlers: XmlHandlers): Promise<void> {
  const chunks = parseXmlChunks(stream, handlers);
  while (!(await chunks.next()).done);
}
