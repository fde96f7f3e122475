const NETWORK_FAILURE =
  /\bE(AI_AGAIN|NOTFOUND|CONNREFUSED|CONNRESET|NETUNREACH|HOSTUNREACH|TIMEDOUT)\b|fetch failed|getaddrinfo|socket hang up/;
/** electron-builder logs each step, but not the file that it downloads. */
const STEP =
  /• (?:packaging +platform=(?<system>\S+) arch=(?<arch>\S+) electron=(?<version>\S+)|building +target=(?<target>\S+))/g;

function nameDownload(output: string): string {
  const { system, arch, version, target } = [...output.matchAll(STEP)].at(-1)?.groups ?? {};
  if (version !== undefined) return `Electron ${version} for ${system} ${arch}`;
  return target === undefined ? 'Electron or a packing tool' : `the tool that writes ${target} packages`;
}

/** Says why electron-builder stopped. It fetches Electron and its tools from GitHub, which many networks block. */
export function describeFailure(output: string): string {
  if (!NETWORK_FAILURE.test(output)) return 'Packing stopped for the reason above.';
  const [, host = 'github.com'] = /(?:ENOTFOUND|EAI_AGAIN) (\S+)/.exec(output) ?? [];
  return `Packing stopped because ${nameDownload(output)} could not be downloaded from ${host}: set ELECTRON_MIRROR and ELECTRON_BUILDER_BINARIES_MIRROR, or pack where GitHub can be reached.`;
}
