import { connect } from 'node:net';

export interface Measured {
  perSecond: number;
  /** Responses by status. */
  statuses: Record<number, number>;
  bytes: number;
}

/** Sends the same GET over some connections, each as soon as the last was answered. It costs little, so that the server is measured. */
export async function hammer(
  url: string,
  { headers = {}, connections, seconds }: { headers?: Record<string, string>; connections: number; seconds: number },
): Promise<Measured> {
  const { hostname, port, pathname, search, host } = new URL(url);
  const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const statuses: Record<number, number> = {};
  let bytes = 0;
  const began = performance.now();
  const end = began + seconds * 1_000;
  const run = () =>
    new Promise<void>((done, fail) => {
      const socket = connect(Number(port), hostname, () => socket.write(request));
      let head = '';
      let missing = -1;
      socket.setNoDelay();
      socket.on('error', fail);
      socket.on('data', (part: Buffer) => {
        bytes += part.length;
        if (missing === -1) {
          head += part.toString('latin1');
          const headEnd = head.indexOf('\r\n\r\n');
          if (headEnd === -1) return;
          const status = Number(head.slice(9, 12));
          statuses[status] = (statuses[status] ?? 0) + 1;
          const length = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, headEnd))?.[1];
          if (status !== 304 && length === undefined) return void socket.destroy(new Error('No Content-Length'));
          missing = (status === 304 ? 0 : Number(length)) - (head.length - headEnd - 4);
        } else missing -= part.length;
        if (missing > 0) return;
        head = '';
        missing = -1;
        if (performance.now() < end) socket.write(request);
        else socket.end(() => done());
      });
    });
  await Promise.all(Array.from({ length: connections }, run));
  const answered = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  return { perSecond: (answered * 1_000) / (performance.now() - began), statuses, bytes };
}
