import type { IncomingMessage } from 'node:http';
import { OutboundError } from '#server/articles/outbound.ts';

/** Reads the page that another server sends, within these limits. */
export async function readBody(
  response: IncomingMessage,
  { maxBytes, maxMs }: { maxBytes: number; maxMs: number },
): Promise<Buffer> {
  const timer = setTimeout(() => response.destroy(new OutboundError('The page took too long.')), maxMs);
  try {
    const parts: Buffer[] = [];
    let bytes = 0;
    for await (const part of response as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > maxBytes) throw new OutboundError('The page is too large.');
      parts.push(part);
    }
    return Buffer.concat(parts);
  } catch (error) {
    throw error instanceof OutboundError ? error : new OutboundError('The server stopped answering.');
  } finally {
    clearTimeout(timer);
    response.destroy();
  }
}
