import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, it, vi } from 'vitest';
import { net } from '../../e2e/harness/electron/net.ts';
import { selfSigned } from '../../e2e/harness/main/test-certificate.ts';
import { findCertificateOwner, watchCertificates } from './certificates.ts';

vi.mock('electron', () => import('../../e2e/harness/electron/parts.ts'));

it('knows the name in the certificate of a host, though the error of the request doesn’t say', async () => {
  watchCertificates();
  const server = createServer(selfSigned, (_req, res) => res.end());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  expect(findCertificateOwner('127.0.0.1')).toBeNull();
  await expect(net.fetch(`https://127.0.0.1:${(server.address() as AddressInfo).port}`)).rejects.toThrow(
    'net::ERR_CERT_AUTHORITY_INVALID',
  );
  expect(findCertificateOwner('127.0.0.1')).toBe('localhost');
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});
