export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'];
export const documentTypes = [...imageTypes, 'application/pdf'];
const MAX_BYTES = 5 * 1024 ** 2;

const extensions: Record<string, string> = {
  'image/jpeg': 'jpeg, jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

/** An error message if the file cannot be uploaded, or null. */
export function findFileProblem(file: File, types: readonly string[] = imageTypes): string | null {
  const type = file.type === 'image/jpg' ? 'image/jpeg' : file.type;
  const kind = types.includes('application/pdf') ? 'file' : 'image file';
  if (!types.includes(type))
    return `Please upload a valid ${kind} (${types.map((allowed) => extensions[allowed]).join(', ')})`;
  if (file.size > MAX_BYTES) return 'File size must be less than 5MB';
  return null;
}

export function readAsDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(new Error('Failed to read file')));
    reader.readAsDataURL(file);
  });
}

export const listFiles = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter((file) => file.size > 0 || file.type !== '');
