import { connect, type Socket } from 'node:net';

/** Sends a request over a socket that then reads nothing. */
export function openStalledRequest(
  url: string,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.pause();
  socket.on('connect', () => {
    const lines = [`${method} ${path} HTTP/1.1`, `Host: ${hostname}`, 'Connection: close'];
    for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  });
  return socket;
}

/** Reads everything that arrives from now on, until the connection ends. */
export async function readRest(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => void chunks.push(chunk));
  socket.resume();
  if (!socket.closed) await new Promise<void>((done) => void socket.once('close', () => done()));
  return Buffer.concat(chunks).toString('latin1');
}

export const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
