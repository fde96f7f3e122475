import { downloadByLink } from '#ui/base/platform/linked-download.ts';
import type { Platform } from '#ui/base/platform/platform.ts';

/** Rejects names with slashes, because browsers would change them. */
function checkName(name: string): void {
  if (/[/\\]/.test(name)) throw new Error('A file cannot have this name.');
}

function download(href: string, name: string): void {
  checkName(name);
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
}

export const webPlatform: Platform = {
  kind: 'web',
  async saveFile(url, name) {
    if (!url.startsWith('/api/')) throw new Error('This cannot be saved.');
    checkName(name);
    await downloadByLink(url, (link) => download(link, name));
    return {};
  },
  async saveText(name, text) {
    const parts: string[] = [];
    if (typeof text === 'string') parts.push(text);
    else for await (const part of text) parts.push(part);
    const url = URL.createObjectURL(new Blob(parts, { type: 'text/plain;charset=utf-8' }));
    try {
      download(url, name);
    } finally {
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    }
    return {};
  },
  openExternal(url) {
    if (/^(https?:\/\/|mailto:|tel:)/i.test(url)) window.open(url, '_blank', 'noopener');
  },
  print: () => window.print(),
};
