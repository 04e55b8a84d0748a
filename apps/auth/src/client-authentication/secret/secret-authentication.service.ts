import { Injectable } from '@nestjs/common';
import { findSecret } from '@latchkey/crypto';
import type { CachedClient, ClientSecret } from '../../client/cached-client.js';
import { SecretLastUseService } from '../../client/secret-last-use.service.js';
import { acceptsSecrets } from '../allowed-methods.js';

/** Authenticates clients by a secret: RFC 6749 section 2.3.1. */
@Injectable()
export class SecretAuthenticationService {
  constructor(private readonly uses: SecretLastUseService) {}

  /**
   * Verifies a secret and records its use.
   *
   * @param now milliseconds since the epoch
   * @returns null if the client has no such secret, may not authenticate by one, or it has expired
   */
  verify(client: CachedClient, secret: string, now: number): ClientSecret | null {
    // control: secrets end with a document that does not list ClientSecret
    const accepted = acceptsSecrets(client) ? client.secrets : [];
    const used = findSecret(secret, accepted);
    if (
      !used ||
      // control: a client secret expires
      (used.expiresAt !== null && used.expiresAt.getTime() <= now)
    )
      return null;
    this.uses.record(used);
    return used;
  }
}
