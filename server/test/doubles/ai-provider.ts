import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An AI provider that answers over real HTTP as the test configures it. */
export interface TestProvider {
  url: string;
  calls: { path: string; headers: IncomingMessage['headers']; body: Record<string, unknown> }[];
  connections: number;
  stop(): Promise<void>;
}

const sentence = 'Teeth are cleaned with a soft brush and a little patience twice a day. ';
export const article = (title: string) => ({
  title,
  excerpt: 'A careful look at what is known, and at what a dentist can tell you in person.',
  content: Array.from({ length: 8 }, () => sentence.repeat(4).trim()).join('\n\n'),
  tags: ['Brushing', 'home care'],
  metaTitle: 'A careful look at brushing',
  metaDescription: 'What is known about brushing at home, in plain words.',
});

export const openaiAnswer = (text: string) => ({
  model: 'test-model',
  choices: [{ finish_reason: 'stop', message: { content: text } }],
  usage: { prompt_tokens: 100, completion_tokens: 50, cost: 0.01 },
});
export const anthropicAnswer = (text: string) => ({
  model: 'claude-test',
  stop_reason: 'end_turn',
  content: [{ type: 'text', text }],
  usage: { input_tokens: 10, output_tokens: 5 },
});

type Behave = (req: IncomingMessage, res: ServerResponse, call: number, body: Record<string, unknown>) => void;

export async function testProvider(behave: Behave): Promise<TestProvider> {
  const provider = { url: '', calls: [] as TestProvider['calls'], connections: 0 };
  const server = createServer((req, res) => {
    let text = '';
    req.on('data', (part: Buffer) => void (text += part.toString()));
    req.on('end', () => {
      const body = JSON.parse(text || '{}') as Record<string, unknown>;
      provider.calls.push({ path: req.url ?? '', headers: req.headers, body });
      behave(req, res, provider.calls.length, body);
    });
  });
  server.on('connection', () => void provider.connections++);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  provider.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(provider, {
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  });
}

export const json = (res: ServerResponse, value: unknown, status = 200): void =>
  void res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
