import { BrowserWindow } from 'electron';

export const PRINT_PARTITION = 'print';

/** Chromium prints this in the margin of each page. Its own default is too small to read. */
const footer =
  '<div style="font: 9px system-ui, sans-serif; color: #55666a; width: 100%; text-align: center">Page <span class="pageNumber"></span> of <span class="totalPages"></span></div>';

/** Prints in a hidden window. The report's own policy forbids scripts; only the call below runs one. */
export async function printPdf(html: string): Promise<Uint8Array> {
  const page = new BrowserWindow({
    show: false,
    webPreferences: { contextIsolation: true, sandbox: true, nodeIntegration: false, partition: PRINT_PARTITION },
  });
  try {
    await page.loadURL(`data:text/html;base64,${Buffer.from(html).toString('base64')}`);
    // Text whose font is still loading would be printed in a fallback font.
    await page.webContents.executeJavaScript('document.fonts.ready.then(() => document.fonts.size)');
    return await page.webContents.printToPDF({
      printBackground: true,
      preferCSSPageSize: true,
      displayHeaderFooter: true,
      headerTemplate: '<span></span>',
      footerTemplate: footer,
    });
  } finally {
    page.destroy();
  }
}
