import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const PRESENT = 1;
const VERIFIED = 4;
const CAN_SYNC = 8;
const NEW_KEY = 64;

interface Asked {
  challenge: string;
  origin?: string;
  /** False for a device that didn't check who uses it. */
  isVerified?: boolean;
  uses?: number;
}

/** A device that holds one passkey for a site, with ES256 and no attestation. */
export class PasskeyDevice {
  readonly id: string = randomBytes(32).toString('base64url');
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #site: URL;
  uses = 0;
  constructor(url: string) {
    this.#site = new URL(url);
  }

  #authData(flags: number, uses: number, rest: Buffer = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(uses);
    return Buffer.concat([sha256(this.#site.hostname), Buffer.from([flags]), count, rest]);
  }

  #clientData(type: string, { challenge, origin = this.#site.origin }: Asked): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  register(asked: Asked) {
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' });
    const cose = new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
    ]);
    const id = Buffer.from(this.id, 'base64url');
    const key = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, isoCBOR.encode(cose)]);
    const flags = PRESENT | CAN_SYNC | NEW_KEY | ((asked.isVerified ?? true) ? VERIFIED : 0);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(this.#authData(flags, this.uses, key))],
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: this.#clientData('webauthn.create', asked).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  logIn(asked: Asked) {
    const flags = PRESENT | CAN_SYNC | ((asked.isVerified ?? true) ? VERIFIED : 0);
    const authData = this.#authData(flags, asked.uses ?? ++this.uses);
    const clientData = this.#clientData('webauthn.get', asked);
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#keys.privateKey);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    };
  }
}
