import { BlockList, isIP } from 'node:net';
import { sampleAccounts } from '#server/sample/accounts.ts';
import { forbidden } from '#server/base/http/errors.ts';

const localNetworks = new BlockList();
localNetworks.addSubnet('10.0.0.0', 8, 'ipv4');
localNetworks.addSubnet('127.0.0.0', 8, 'ipv4');
localNetworks.addSubnet('172.16.0.0', 12, 'ipv4');
localNetworks.addSubnet('192.168.0.0', 16, 'ipv4');
localNetworks.addAddress('::1', 'ipv6');
localNetworks.addSubnet('fc00::', 7, 'ipv6');
localNetworks.addSubnet('fe80::', 10, 'ipv6');

/** False for this machine, private networks, and names that only they resolve. */
export function isPublicAddress(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const version = isIP(host);
  if (version !== 0) return !localNetworks.check(host, version === 4 ? 'ipv4' : 'ipv6');
  return host.includes('.') && !/\.(localhost|local|internal|test|lan|home\.arpa)$/.test(host);
}

/** The passwords of sample accounts are published, so they work only where strangers can't reach the server. */
export function refuseSampleLogin(publicUrl: string, login: { email: string; password: string }): void {
  const isSample = sampleAccounts.some(({ email, password }) => email === login.email && password === login.password);
  if (isSample && isPublicAddress(publicUrl))
    throw forbidden(
      'Sample accounts can’t log in at a public address, because anyone knows their passwords. Create an account of your own: npm run admin -- EMAIL',
      'sample_account',
    );
}
