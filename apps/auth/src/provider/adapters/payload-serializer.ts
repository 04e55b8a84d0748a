import type { Encryptor } from '@latchkey/crypto';
import type { StoredPayload } from '@latchkey/persistence';
import type { AdapterPayload } from 'oidc-provider';

/**
 * Removes bearer secrets from records of oidc-provider, and restores them. A record contains its own id (a code, a token, a cookie value),
 * and an interaction also the ids of its session and of its pushed request. The database stores only the hash of an id, so the adapter
 * restores the id from the look-up.
 */
export class PayloadSerializer {
  constructor(
    private readonly encryptor: Encryptor,
    private readonly domainId: string,
  ) {}

  /** @returns the record without bearer secrets */
  toStored(id: string, { jti: _id, ...payload }: AdapterPayload): StoredPayload {
    return { ...payload, ...omitCookie(payload), ...this.encryptPushedRequest(id, payload) } as StoredPayload;
  }

  /** @returns the record as oidc-provider has saved it, except `session.cookie` of an interaction, which oidc-provider never reads */
  fromStored(id: string, payload: StoredPayload): AdapterPayload {
    return { ...payload, ...this.decryptPushedRequest(id, payload), jti: id };
  }

  /** At its end, an interaction consumes its pushed request by id, so the id is encrypted instead of hashed. */
  private encryptPushedRequest(id: string, { parJti }: AdapterPayload & { parJti?: string }): object {
    return parJti === undefined ? {} : { parJti: this.encryptor.encrypt(Buffer.from(parJti), this.context(id)).toString('base64') };
  }

  private decryptPushedRequest(id: string, { parJti }: StoredPayload): object {
    return typeof parJti === 'string' ? { parJti: this.encryptor.decrypt(Buffer.from(parJti, 'base64'), this.context(id)).toString() } : {};
  }

  private context(id: string): string {
    return `pushed-request:${this.domainId}:${id}`;
  }
}

/** `session.uid` identifies the session; the cookie's value is not needed. */
function omitCookie({ session }: AdapterPayload & { session?: { cookie?: string } }): object {
  if (session === undefined) return {};
  const { cookie: _cookie, ...known } = session;
  return { session: known };
}
