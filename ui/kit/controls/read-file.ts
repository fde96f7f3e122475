export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'];
export const documentTypes = [...imageTypes, 'application/pdf'];
const MAX_BYTES = 5 * 1024 ** 2;

const names: Record<string, string> = {
  'image/jpeg': 'jpeg, jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

/** Why a file cannot be sent, in the words of the form, or null. */
export function findFileProblem(file: File, types: readonly string[] = imageTypes): string | null {
  const type = file.type === 'image/jpg' ? 'image/jpeg' : file.type;
  const what = types.includes('application/pdf') ? 'file' : 'image file';
  if (!types.includes(type)) return `Please upload a valid ${what} (${types.map((one) => names[one]).join(', ')})`;
  if (file.size > MAX_BYTES) return 'File size must be less than 5MB';
  return null;
}

export function readAsDataUrl(file: File): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => done(String(reader.result)));
    reader.addEventListener('error', () => fail(new Error('Failed to read file')));
    reader.readAsDataURL(file);
  });
}

export const listFiles = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter((file) => file.size > 0 || file.type !== '');
