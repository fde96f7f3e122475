// @vitest-environment happy-dom
import { vi } from 'vitest';
import { API_ANSWERS, platformSpec } from '#ui/base/platform/platform-spec.ts';
import { webPlatform } from './web-platform.ts';

platformSpec('the web', async () => {
  const links: { name: string; href: string }[] = [];
  const blobs = new Map<string, Blob>();
  const opened: string[] = [];
  // Replaces the browser's download of a link with a file name.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    links.push({ name: this.download, href: this.getAttribute('href')! });
  });
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${blobs.size}`;
    blobs.set(url, blob as Blob);
    return url;
  });
  vi.spyOn(window, 'open').mockImplementation((url) => {
    opened.push(String(url));
    return null;
  });
  // The server's side of a download link.
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const path = String(input);
    return init?.method === 'POST'
      ? Response.json({ id: '0', url: `${path}?link=once` })
      : Response.json({ state: 'done', message: null });
  });
  const contentOf = async (href: string) => {
    const blob = blobs.get(href);
    return blob ? Buffer.from(await blob.arrayBuffer()).toString('utf8') : API_ANSWERS[href.replace('?link=once', '')]!;
  };
  return {
    platform: webPlatform,
    saved: async () =>
      Object.fromEntries(
        await Promise.all(links.map(async ({ name, href }) => [name, await contentOf(href)] as const)),
      ),
    opened: () => opened,
    stop: async () => void vi.restoreAllMocks(),
  };
});
