import { AwsClient } from 'aws4fetch';
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Config } from '#server/base/config.ts';
import { notFound } from '#server/base/http/errors.ts';

const PREFIX = 'backups';

const createClient = (config: Config) =>
  new AwsClient({
    accessKeyId: config.S3_ACCESS_KEY_ID!,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY!,
    region: config.S3_REGION,
    service: 's3',
    retries: 3,
  });
const buildUrl = (config: Config, name: string) =>
  `${config.S3_ENDPOINT!.replace(/\/+$/, '')}/${config.S3_BUCKET!}/${PREFIX}/${name}`;

export const hasS3 = (config: Config): boolean => config.S3_BUCKET !== undefined;

/** Streams a file of known length to the store. */
export async function uploadBackup(config: Config, name: string, path: string, bytes: number): Promise<void> {
  const signed = await createClient(config).sign(buildUrl(config, name), {
    method: 'PUT',
    headers: {
      'content-type': 'application/gzip',
      'content-length': String(bytes),
      'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
    },
  });
  const response = await fetch(signed.url, {
    method: 'PUT',
    headers: { ...Object.fromEntries(signed.headers), 'content-length': String(bytes) },
    body: Readable.toWeb(createReadStream(path)) as ReadableStream,
    duplex: 'half',
  } as RequestInit);
  if (!response.ok) throw new Error(`The S3 store returned ${response.status} for a backup upload`);
}

export async function deleteBackup(config: Config, name: string): Promise<void> {
  const response = await createClient(config).fetch(buildUrl(config, name), { method: 'DELETE' });
  if (!response.ok && response.status !== 404)
    throw new Error(`The S3 store returned ${response.status} for a backup deletion`);
}

export async function openS3Backup(config: Config, name: string): Promise<Readable> {
  const response = await createClient(config).fetch(buildUrl(config, name));
  if (response.status === 404) throw notFound('The file of this backup is no longer in the S3 store.');
  if (!response.ok || !response.body) throw new Error(`The S3 store returned ${response.status} for a backup`);
  return Readable.fromWeb(response.body as unknown as Parameters<typeof Readable.fromWeb>[0]);
}

/** Writes, reads, and deletes a small object. Throws with the step and the store's status if one of them fails. */
export async function probeS3(config: Config): Promise<void> {
  const client = createClient(config);
  const address = buildUrl(config, `probe-${randomUUID()}`);
  const call = async (step: string, method: string, body?: string): Promise<string> => {
    const response = await client.fetch(address, { method, ...(body === undefined ? {} : { body }) });
    const text = await response.text();
    if (response.ok) return text;
    const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1];
    throw new Error(`it answered ${response.status}${code ? ` ${code}` : ''} to ${step}`);
  };
  await call('a write', 'PUT', 'probe');
  if ((await call('a read', 'GET')) !== 'probe') throw new Error('it returned something else than was written');
  await call('a deletion', 'DELETE');
}
