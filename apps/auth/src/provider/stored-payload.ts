import type { Sealer } from '@latchkey/crypto';
import type { StoredPayload } from '@latchkey/persistence';
import type { AdapterPayload } from 'oidc-provider';

/**
 * Records of oidc-provider have their own ids in them, and those of others: codes, tokens and the values of cookies. A record is found by
 * the hash of its id, so what is stored has no id; who looks it up has the id, and gets it put back.
 */
export class StoredPayloads {
  constructor(
    private readonly sealer: Sealer,
    private readonly domainId: string,
  ) {}

  /** @returns what is stored of a record: nothing that somebody could use who reads it */
  toStored(id: string, { jti: _id, ...payload }: AdapterPayload): StoredPayload {
    return { ...payload, ...withoutCookie(payload), ...this.sealedPushedRequest(id, payload) } as StoredPayload;
  }

  /** @returns the record as oidc-provider has stored it, but for `session.cookie` of an interaction, which oidc-provider never reads */
  toRecord(id: string, payload: StoredPayload): AdapterPayload {
    return { ...payload, ...this.openedPushedRequest(id, payload), jti: id };
  }

  /** An interaction uses its pushed request up when it ends, so it has to know the id: it is encrypted. */
  private sealedPushedRequest(id: string, { parJti }: AdapterPayload & { parJti?: string }): object {
    return parJti === undefined ? {} : { parJti: this.sealer.seal(Buffer.from(parJti), this.context(id)).toString('base64') };
  }

  private openedPushedRequest(id: string, { parJti }: StoredPayload): object {
    return typeof parJti === 'string' ? { parJti: this.sealer.open(Buffer.from(parJti, 'base64'), this.context(id)).toString() } : {};
  }

  private context(id: string): string {
    return `pushed-request:${this.domainId}:${id}`;
  }
}

/** An interaction knows the session that it began in by its `uid`. */
function withoutCookie({ session }: AdapterPayload & { session?: { cookie?: string } }): object {
  if (session === undefined) return {};
  const { cookie: _cookie, ...known } = session;
  return { session: known };
}
