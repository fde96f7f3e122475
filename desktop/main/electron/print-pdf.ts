import { BrowserWindow } from 'electron';

/** Prints in a hidden window. The report's own policy forbids scripts; only the call below runs one. */
export async function printPdf(html: string): Promise<Uint8Array> {
  const page = new BrowserWindow({
    show: false,
    webPreferences: { contextIsolation: true, sandbox: true, nodeIntegration: false, partition: 'print' },
  });
  try {
    await page.loadURL(`data:text/html;base64,${Buffer.from(html).toString('base64')}`);
    // Text whose font is still loading would be printed in a fallback font.
    await page.webContents.executeJavaScript('document.fonts.ready.then(() => document.fonts.size)');
    return await page.webContents.printToPDF({ printBackground: true, preferCSSPageSize: true });
  } finally {
    page.destroy();
  }
}
