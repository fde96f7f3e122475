// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { documentTypes, findFileProblem, readAsDataUrl } from './read-file.ts';

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]);
const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0]);
const fileOf = (content: BlobPart, name: string, type: string) => new File([content], name, { type });
const invalidImage = 'Please upload a valid image file (jpeg, jpg, png, webp)';

describe('a chosen file', () => {
  it('is judged by its content, not by its name', async () => {
    expect(await findFileProblem(fileOf(png, 'office.png', 'image/png'))).toBeNull();
    expect(await findFileProblem(fileOf('just a note', 'office.png', 'image/png'))).toBe(invalidImage);
    expect(await findFileProblem(fileOf('%PDF-1.7', 'office.png', 'image/png'))).toBe(invalidImage);
    expect(await findFileProblem(fileOf('%PDF-1.7', 'license.pdf', 'application/pdf'), documentTypes)).toBeNull();
    expect(await findFileProblem(fileOf(png, 'notes.txt', 'text/plain'))).toBe(invalidImage);
  });

  it('is refused above 5 MB and when empty', async () => {
    const large = new Uint8Array(5 * 1024 ** 2 + 1);
    large.set(png);
    expect(await findFileProblem(fileOf(large, 'office.png', 'image/png'))).toBe('File size must be less than 5MB');
    expect(await findFileProblem(fileOf('', 'office.png', 'image/png'))).toBe(invalidImage);
  });

  it('is sent with the type of its content, so a JPEG named .png is accepted', async () => {
    const file = fileOf(jpeg, 'office.png', 'image/png');
    expect(await findFileProblem(file)).toBeNull();
    expect(await readAsDataUrl(file)).toMatch(/^data:image\/jpeg;base64,/);
  });
});
