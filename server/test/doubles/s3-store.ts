import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');

/** Computes the expected signature of a request by AWS Signature Version 4. */
function signatureOf(req: IncomingMessage, signed: string[], scope: string, secret: string): string {
  const url = new URL(req.url!, 'http://store');
  const query = [...url.searchParams].map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`);
  const request = [
    req.method,
    url.pathname,
    query.toSorted().join('&'),
    ...signed.map((name) => `${name}:${String(req.headers[name] ?? '').trim()}`),
    '',
    signed.join(';'),
    req.headers['x-amz-content-sha256'],
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', req.headers['x-amz-date'], scope, sha256(request)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${secret}`);
  return hmac(key, text).toString('hex');
}

export interface S3Store {
  endpoint: string;
  /** Objects by path; the bucket comes first. */
  objects: Map<string, Buffer>;
  /** Reasons of rejected requests. */
  refused: string[];
  stop(): Promise<void>;
}

/** A small S3 store that accepts only correctly signed requests. */
export async function s3Store(access: { id: string; secret: string; region: string }): Promise<S3Store> {
  const objects = new Map<string, Buffer>();
  const refused: string[] = [];
  const judge = (req: IncomingMessage, body: Buffer): string | null => {
    const form =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/((\d{8})\/([^/]+)\/s3\/aws4_request), ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;
    const found = form.exec(req.headers.authorization ?? '');
    if (!found) return 'AuthorizationHeaderMalformed';
    const [, id, scope, day, region, signed, signature] = found as unknown as string[];
    if (id !== access.id) return 'InvalidAccessKeyId';
    if (region !== access.region) return 'AuthorizationHeaderMalformed';
    const date = String(req.headers['x-amz-date']);
    if (!/^\d{8}T\d{6}Z$/.test(date) || !date.startsWith(day!)) return 'AccessDenied';
    const names = signed!.split(';');
    if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) return 'AccessDenied';
    if (signatureOf(req, names, scope!, access.secret) !== signature) return 'SignatureDoesNotMatch';
    const hash = req.headers['x-amz-content-sha256'];
    if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) return 'XAmzContentSHA256Mismatch';
    // S3 rejects a body without Content-Length.
    if (req.method === 'PUT' && Number(req.headers['content-length']) !== body.length) return 'MissingContentLength';
    return null;
  };
  const server = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      const body = Buffer.concat(parts);
      const why = judge(req, body);
      const path = new URL(req.url!, 'http://store').pathname;
      if (why) {
        refused.push(why);
        res.writeHead(403, { 'content-type': 'application/xml' }).end(`<Error><Code>${why}</Code></Error>`);
      } else if (req.method === 'PUT') {
        objects.set(path, body);
        res.writeHead(200).end();
      } else if (req.method === 'DELETE') {
        objects.delete(path);
        res.writeHead(204).end();
      } else if (objects.has(path)) res.writeHead(200).end(objects.get(path));
      else res.writeHead(404).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    refused,
    stop: () => new Promise((done) => server.close(() => done())),
  };
}
