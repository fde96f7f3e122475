const MAX_BYTES = 8 * 1_048_576;

/** Drawn pictures by their words. Evicts the least recently used ones beyond a number of bytes. */
export class PictureCache {
  readonly #maxBytes: number;
  readonly #pictures = new Map<string, Buffer>();
  #bytes = 0;

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): Buffer | undefined {
    const picture = this.#pictures.get(key);
    if (!picture) return undefined;
    // A map keeps the order of insertion.
    this.#pictures.delete(key);
    this.#pictures.set(key, picture);
    return picture;
  }

  /** Stores and returns a picture. */
  set(key: string, picture: Buffer): Buffer {
    this.#delete(key);
    this.#pictures.set(key, picture);
    this.#bytes += picture.length;
    for (const oldest of this.#pictures.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#delete(oldest);
    }
    return picture;
  }

  #delete(key: string): void {
    const picture = this.#pictures.get(key);
    if (!picture) return;
    this.#pictures.delete(key);
    this.#bytes -= picture.length;
  }
}
