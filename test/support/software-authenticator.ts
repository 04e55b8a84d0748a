import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** The flags of authenticator data: Web Authentication Level 3 section 6.1. */
export const FLAGS = { userPresent: 0x01, userVerified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40, extensions: 0x80 };
const { userPresent, userVerified, attested } = FLAGS;
const NO_AAGUID = '00000000-0000-0000-0000-000000000000';

/** The deviations of a ceremony from one with a correct browser and authenticator. */
export interface Deviation {
  clientData?: Record<string, unknown>;
  rpId?: string;
  flags?: number;
  signCount?: number;
  userHandle?: string | undefined;
  credentialId?: Buffer;
  aaguid?: string;
  /** Changes the COSE key: RFC 9052 section 7. */
  coseKey?: (key: Map<number, number | Uint8Array>) => void;
  /** Changes the authenticator data before it is signed. */
  authenticatorData?: (data: Buffer) => Buffer;
  /** Changes the attestation object. */
  attestation?: (object: Map<string, unknown>) => void;
  transports?: string[];
}

interface CreationOptions {
  challenge: string;
  rp: { id?: string };
  user: { id: string };
}

interface RequestOptions {
  challenge: string;
  rpId?: string;
}

/** A browser with a software authenticator, which creates an ES256 key for each passkey. */
export class SoftwareAuthenticator {
  readonly credentialId = randomBytes(32);
  readonly key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  userHandle = '';
  signCount = 0;

  constructor(
    readonly origin: string,
    readonly flags = 0,
  ) {}

  /** The result of `navigator.credentials.create` in JSON. */
  create(options: CreationOptions, deviation: Deviation = {}) {
    this.userHandle = options.user.id;
    const clientDataJSON = this.clientData('webauthn.create', options.challenge, deviation);
    const authData = this.authenticatorData(options.rp.id!, { flags: userPresent | userVerified | attested | this.flags, ...deviation });
    const object = new Map<string, unknown>(Object.entries({ fmt: 'none', attStmt: new Map(), authData: new Uint8Array(authData) }));
    deviation.attestation?.(object);
    return {
      ...this.named(deviation),
      response: {
        clientDataJSON,
        attestationObject: Buffer.from(isoCBOR.encode(object as never)).toString('base64url'),
        transports: deviation.transports ?? ['internal'],
      },
    };
  }

  /** The result of `navigator.credentials.get` in JSON. */
  get(options: RequestOptions, deviation: Deviation = {}) {
    this.signCount = deviation.signCount ?? (this.signCount === 0 ? 0 : this.signCount + 1);
    const clientDataJSON = this.clientData('webauthn.get', options.challenge, deviation);
    const flags = userPresent | userVerified | this.flags;
    const data = this.authenticatorData(options.rpId!, { flags, signCount: this.signCount, ...deviation });
    return {
      ...this.named(deviation),
      response: {
        clientDataJSON,
        authenticatorData: data.toString('base64url'),
        signature: signatureOf(data, clientDataJSON, this.key.privateKey).toString('base64url'),
        userHandle: 'userHandle' in deviation ? deviation.userHandle : this.userHandle,
      },
    };
  }

  private named({ credentialId = this.credentialId }: Deviation) {
    const id = credentialId.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  }

  private clientData(type: string, challenge: string, { clientData }: Deviation): string {
    const data = { type, challenge, origin: this.origin, crossOrigin: false, ...clientData };
    return Buffer.from(JSON.stringify(data)).toString('base64url');
  }

  private authenticatorData(rpId: string, deviation: Deviation & { flags?: number }): Buffer {
    const { flags = 0, signCount = 0 } = deviation;
    const head = Buffer.alloc(37);
    createHash('sha256')
      .update(deviation.rpId ?? rpId)
      .digest()
      .copy(head);
    head[32] = flags;
    head.writeUInt32BE(signCount, 33);
    const data = flags & attested ? Buffer.concat([head, this.attestedCredential(deviation)]) : head;
    return deviation.authenticatorData?.(data) ?? data;
  }

  /** Section 6.5.2. */
  private attestedCredential({ aaguid = NO_AAGUID, credentialId = this.credentialId, coseKey }: Deviation): Buffer {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credentialId.length);
    const { x, y } = this.key.publicKey.export({ format: 'jwk' });
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
    ]);
    coseKey?.(key);
    return Buffer.concat([Buffer.from(aaguid.replaceAll('-', ''), 'hex'), length, credentialId, Buffer.from(isoCBOR.encode(key))]);
  }
}

function signatureOf(data: Buffer, clientDataJSON: string, key: KeyObject): Buffer {
  const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
  return sign('sha256', Buffer.concat([data, hash]), key);
}
