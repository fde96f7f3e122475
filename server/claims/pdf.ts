/** Some writers add a few bytes after the end mark. */
const TAIL = 2_048;

/** Whether the file has the parts that every PDF needs: a header, objects, the entry that names their root, and an end mark. */
export const isPdf = (bytes: Buffer): boolean =>
  /^%PDF-\d\.\d/.test(bytes.toString('latin1', 0, 8)) &&
  [' obj', 'endobj', '/Root'].every((part) => bytes.includes(part)) &&
  bytes.subarray(-TAIL).includes('%%EOF');
