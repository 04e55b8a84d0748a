import { Inject, Injectable } from '@nestjs/common';
import { authUrlOf, type ManagementSettings } from '@latchkey/config';
import { importPrivateKey, newTokenId, Encryptor, selectSigningKey, signingKeyContext, signJwt } from '@latchkey/crypto';
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
    const { kid, algorithm, privateKey } = selectSigningKey(await this.signingKeys.list(domainId), idTokenAlgorithms, Date.now());
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
    const key = importPrivateKey(this.encryptor.decrypt(privateKey, signingKeyContext(domainId, kid)));
    return signJwt(claims, { alg: algorithm, typ: 'logout+jwt', kid }, key);
  }
}
