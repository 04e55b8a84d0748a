import type { Encryptor } from '@latchkey/crypto';
import type { StoredPayload } from '@latchkey/persistence';
import type { AdapterPayload } from 'oidc-provider';

/**
 * Removes bearer secrets from records of oidc-provider, and restores them. A record contains its own id (a code, a token, a cookie value),
 * and an interaction also the ids of its session, of its pushed request and of its device code. The database stores only the hash of an id, so the adapter
 * restores the id from the look-up.
 */
export class PayloadSerializer {
  constructor(
    private readonly encryptor: Encryptor,
    private readonly domainId: string,
  ) {}

  /** @returns the record without bearer secrets */
  toStored(id: string, { jti: _id, ...payload }: AdapterPayload): StoredPayload {
    return { ...payload, ...omitCookie(payload), ...this.encryptIds(id, payload) } as StoredPayload;
  }

  /** @returns the record as oidc-provider has saved it, except `session.cookie` of an interaction, which oidc-provider never reads */
  fromStored(id: string, payload: StoredPayload): AdapterPayload {
    return { ...payload, ...this.decryptIds(id, payload), jti: id };
  }

  /** At its end, an interaction consumes its pushed request by id, or decides about its device code, so both are encrypted instead of hashed. */
  private encryptIds(id: string, payload: AdapterPayload): object {
    return this.convertIds(payload, (value, name) => this.encryptor.encrypt(Buffer.from(value), this.context(name, id)).toString('base64'));
  }

  private decryptIds(id: string, payload: StoredPayload): object {
    return this.convertIds(payload, (value, name) =>
      this.encryptor.decrypt(Buffer.from(value, 'base64'), this.context(name, id)).toString(),
    );
  }

  private convertIds(payload: object, convert: (value: string, name: EncryptedId) => string): object {
    const entries = Object.entries(payload).filter((entry): entry is [EncryptedId, string] => isEncryptedId(entry[0], entry[1]));
    return Object.fromEntries(entries.map(([name, value]) => [name, convert(value, name)]));
  }

  private context(name: EncryptedId, id: string): string {
    return `${CONTEXTS[name]}:${this.domainId}:${id}`;
  }
}

/** The ids of other records in an interaction, with the contexts of their encryption. */
const CONTEXTS = { parJti: 'pushed-request', deviceCode: 'device-code-of-interaction' } as const;
type EncryptedId = keyof typeof CONTEXTS;

function isEncryptedId(name: string, value: unknown): name is EncryptedId {
  return Object.hasOwn(CONTEXTS, name) && typeof value === 'string';
}

/** `session.uid` identifies the session; the cookie's value is not needed. */
function omitCookie({ session }: AdapterPayload & { session?: { cookie?: string } }): object {
  if (session === undefined) return {};
  const { cookie: _cookie, ...known } = session;
  return { session: known };
}
