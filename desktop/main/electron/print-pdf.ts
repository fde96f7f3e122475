import { BrowserWindow } from 'electron';

/** Prints in a hidden window without scripts. */
export async function printPdf(html: string): Promise<Uint8Array> {
  const page = new BrowserWindow({
    show: false,
    webPreferences: {
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      javascript: false,
      partition: 'print',
    },
  });
  try {
    await page.loadURL(`data:text/html;base64,${Buffer.from(html).toString('base64')}`);
    return await page.webContents.printToPDF({ printBackground: true, preferCSSPageSize: true });
  } finally {
    page.destroy();
  }
}
