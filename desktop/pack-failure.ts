const NETWORK_FAILURE =
  /\bE(AI_AGAIN|NOTFOUND|CONNREFUSED|CONNRESET|NETUNREACH|HOSTUNREACH|TIMEDOUT)\b|fetch failed|getaddrinfo|socket hang up/;
const DOWNLOAD = /https:\/\/[^\s"'`)>]+\/releases\/download\/[^\s"'`)>]+/;

/** Says why electron-builder stopped. It fetches Electron and its tools from GitHub, which many networks block. */
export function describeFailure(output: string): string {
  const [address] = DOWNLOAD.exec(output) ?? [];
  if (!NETWORK_FAILURE.test(output)) return 'Packing stopped for the reason above.';
  const url = address === undefined ? null : new URL(address);
  const file = url?.pathname.split('/').at(-1) ?? 'Electron or a packing tool';
  return `Packing stopped because ${file} could not be downloaded from ${url?.host ?? 'github.com'}: set ELECTRON_MIRROR and ELECTRON_BUILDER_BINARIES_MIRROR, or pack where GitHub can be reached.`;
}
