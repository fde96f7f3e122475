import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  // Tests read events of every type.
  // oxlint-disable-next-line typescript/no-explicit-any
  event: any;
}
/** The server of a partner, which answers over real HTTP as the test configures it. */
export interface WebhookReceiver {
  url: string;
  received: Received[];
  behave: (res: ServerResponse, call: Received) => void;
  stop(): Promise<void>;
}

const accept = (res: ServerResponse): void => void res.writeHead(200).end('ok');

export async function webhookReceiver(behave: WebhookReceiver['behave'] = accept): Promise<WebhookReceiver> {
  const server = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => void parts.push(part));
    req.on('end', () => {
      const body = Buffer.concat(parts).toString();
      const call = { path: req.url ?? '', headers: req.headers, body, event: JSON.parse(body) };
      receiver.received.push(call);
      receiver.behave(res, call);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    behave,
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return receiver;
}
