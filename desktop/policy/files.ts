const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/** True for names without paths, reserved device names of Windows, hidden extensions, or invalid characters. */
export function isPlainFileName(name: string): boolean {
  if (name.length === 0 || name.length > 150 || name !== name.normalize('NFC')) return false;
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f-\u009f<>:"/\\|?*]/.test(name)) return false;
  // Text direction marks can make evil.csv.exe look like evil.exe.csv.
  if (/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/.test(name)) return false;
  if (name.startsWith('.') || /[. ]$/.test(name) || name.startsWith(' ')) return false;
  return !RESERVED.test(name);
}

const SAVED_EXTENSIONS = new Set([
  'csv',
  'xlsx',
  'json',
  'pdf',
  'png',
  'jpg',
  'jpeg',
  'webp',
  'zip',
  'gz',
  'txt',
  'ndjson',
]);

/** True for data files. The console never saves a file that a double click would run. */
export const maySave = (name: string): boolean =>
  isPlainFileName(name) &&
  SAVED_EXTENSIONS.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) &&
  name.includes('.');

/** The kinds of files that the console opens. The provider registry comes as .zip and .xlsx. */
export const IMPORTED_EXTENSIONS = ['csv', 'tsv', 'txt', 'xlsx', 'zip'];
const importedName = new RegExp(`\\.(${IMPORTED_EXTENSIONS.join('|')})$`, 'i');

export const mayImport = (path: string): boolean => importedName.test(path) && !path.includes('\0');

/** The path of a file inside the renderer's bundle; null for paths with dots, escapes, or unusual characters. */
export function bundlePath(pathname: string): string | null {
  if (!/^\/[\w./-]*$/.test(pathname)) return null;
  const parts = pathname.split('/').slice(1);
  if (parts.some((part) => part === '..' || part === '.' || part.startsWith('.'))) return null;
  return parts.join('/');
}
