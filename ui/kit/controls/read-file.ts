export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'];
/** The choices of the file dialog. The browser turns HEIC photos into JPEGs. */
export const photoTypes = [...imageTypes, 'image/heic', 'image/heif', '.heic', '.heif'];
export const documentTypes = [...imageTypes, 'application/pdf'];
export const MAX_BYTES = 5 * 1024 ** 2;

const extensions: Record<string, string> = {
  'image/jpeg': 'jpeg, jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

/** The type that the first bytes of a file show. Its name and its declared type can say anything. */
async function detectType(file: File): Promise<string | null> {
  const head = new Uint8Array(await file.slice(0, 16).arrayBuffer());
  const text = String.fromCodePoint(...head);
  if (text.startsWith('\u00FF\u00D8\u00FF')) return 'image/jpeg';
  if (text.startsWith('\u0089PNG\r\n\u001A\n')) return 'image/png';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  return text.startsWith('%PDF-') ? 'application/pdf' : null;
}

/** An error message if the file cannot be uploaded, or null. */
export async function findFileProblem(file: File, types: readonly string[] = imageTypes): Promise<string | null> {
  const kind = types.includes('application/pdf') ? 'file' : 'image file';
  const invalid = `Please upload a valid ${kind} (${types.map((allowed) => extensions[allowed]).join(', ')})`;
  const declaredType = file.type === 'image/jpg' ? 'image/jpeg' : file.type;
  if (!types.includes(declaredType)) return invalid;
  if (file.size > MAX_BYTES) return 'File size must be less than 5MB';
  try {
    const type = await detectType(file);
    return type !== null && types.includes(type) ? null : invalid;
  } catch {
    return 'Failed to read file';
  }
}

/** A data URL with the type that the bytes show, because the server refuses one that contradicts them. */
export async function readAsDataUrl(file: File): Promise<string> {
  const type = (await detectType(file)) ?? file.type;
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(new Error('Failed to read file')));
    reader.readAsDataURL(new File([file], file.name, { type }));
  });
}

export const listFiles = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter((file) => file.size > 0 || file.type !== '');
