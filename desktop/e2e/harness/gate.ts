import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy before the server. A test can close it or make it lose requests and responses. */
export class Gate {
  readonly #target: URL;
  #server: Server | null = null;
  url = '';
  closed = false;
  /** Paths whose requests fail. */
  refuses: RegExp | null = null;
  /** Paths whose requests get no answer. */
  holds: RegExp | null = null;
  held = 0;
  /** Held requests that the console gave up. */
  abandoned = 0;
  /** The share of requests that never arrive, and of responses that get lost after the server did its work. */
  losesRequests = 0;
  losesAnswers = 0;
  /** Cuts every response off after this many bytes. */
  cutAfter: number | null = null;
  passed = 0;
  lost = 0;
  random: () => number;

  constructor(target: string, random: () => number = Math.random) {
    this.#target = new URL(target);
    this.random = random;
  }

  async open(): Promise<void> {
    const server = createServer((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        if (this.closed || this.refuses?.test(req.url!) || this.random() < this.losesRequests) {
          this.lost++;
          return void req.socket.destroy();
        }
        if (this.holds?.test(req.url!)) {
          this.held++;
          return void res.on('close', () => this.abandoned++);
        }
        const loses = this.random() < this.losesAnswers;
        const body = Buffer.concat(chunks);
        const onward = request(
          {
            host: this.#target.hostname,
            port: this.#target.port,
            method: req.method,
            path: req.url,
            headers: { ...req.headers, host: this.#target.host, connection: 'close' },
          },
          (answer) => {
            if (loses) {
              this.lost++;
              answer.resume();
              answer.on('end', () => req.socket.destroy());
              return;
            }
            this.passed++;
            // The connection header applies to one hop only.
            const { connection: _hop, ...headers } = answer.headers;
            res.writeHead(answer.statusCode!, headers);
            if (this.cutAfter !== null) {
              let left = this.cutAfter;
              answer.on('data', (chunk: Buffer) => {
                const cut = left <= chunk.length;
                res.write(chunk.subarray(0, Math.max(0, left)), () => cut && res.destroy());
                left -= chunk.length;
              });
              answer.on('end', () => left > 0 && res.end());
            } else answer.pipe(res);
            answer.on('error', () => res.destroy());
          },
        );
        onward.on('error', () => req.socket.destroy());
        res.on('close', () => onward.destroy());
        onward.end(body);
      });
      req.on('error', () => {});
    });
    this.#server = server;
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((done) => this.#server?.close(done));
  }
}
