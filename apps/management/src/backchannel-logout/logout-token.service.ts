import { Inject, Injectable } from '@nestjs/common';
import { authUrlOf, type ManagementSettings } from '@latchkey/config';
import { encodeJwsPart, importPrivateKey, newTokenId, Encryptor, selectSigningKey, signingKeyContext, signJws } from '@latchkey/crypto';
import { SigningKeyRepository, type LeasedLogoutNotice } from '@latchkey/persistence';
import { SETTINGS } from '../settings/settings.module.js';

/** Seconds: OpenID Connect Back-Channel Logout 1.0 section 4 recommends at most two minutes. */
const LIFETIME_SECONDS = 120;
const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };

/** Logout tokens: OpenID Connect Back-Channel Logout 1.0 section 2.4. */
@Injectable()
export class LogoutTokenService {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly signingKeys: SigningKeyRepository,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /** Signs a logout token for a client, with the key that signs its ID tokens: section 2.6 validates both alike. */
  async issue(domainId: string, { domain, clientId, sub, sid, idTokenAlgorithms }: LeasedLogoutNotice): Promise<string> {
    const signingKey = selectSigningKey(await this.signingKeys.list(domainId), idTokenAlgorithms, Date.now());
    const iat = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: authUrlOf(this.settings, domain),
      aud: clientId,
      iat,
      exp: iat + LIFETIME_SECONDS,
      jti: newTokenId(),
      events: EVENTS,
      sub,
      ...(sid !== null && { sid }),
    };
    const signingInput = `${encodeJwsPart({ alg: signingKey.algorithm, typ: 'logout+jwt', kid: signingKey.kid })}.${encodeJwsPart(claims)}`;
    const privateKey = importPrivateKey(this.encryptor.decrypt(signingKey.privateKey, signingKeyContext(domainId, signingKey.kid)));
    return `${signingInput}.${signJws(signingInput, privateKey, signingKey.algorithm)}`;
  }
}
