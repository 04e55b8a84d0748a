import { Inject, Injectable } from '@nestjs/common';
import { authUrlOf, type ManagementSettings } from '@latchkey/config';
import { encodeJwsPart, importPrivateKey, newTokenId, Encryptor, signingKeyContext, signJws } from '@latchkey/crypto';
import { SigningKeyRepository, type LeasedNotice } from '@latchkey/persistence';
import { SETTINGS } from '../settings/settings.module.js';

/** Seconds: OpenID Connect Back-Channel Logout 1.0 section 4 wants no more than two minutes. */
const LIFETIME_SECONDS = 120;
const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };

/** Logout tokens: OpenID Connect Back-Channel Logout 1.0 section 2.4. */
@Injectable()
export class LogoutTokenService {
  private readonly sealer: Encryptor;

  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly keys: SigningKeyRepository,
  ) {
    this.sealer = new Encryptor(settings.MASTER_KEY);
  }

  /** Signs a token by which a client is told, with the key of the domain whose time it is. */
  async issue(domainId: string, { domain, clientId, sub, sid }: LeasedNotice): Promise<string> {
    const keys = await this.keys.list(domainId);
    // As in the auth server: a clock that is behind the database's may find that none may sign yet.
    const key = keys.find(({ signsFrom }) => signsFrom.getTime() <= Date.now()) ?? keys.at(-1)!;
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
    const input = `${encodeJwsPart({ alg: key.algorithm, typ: 'logout+jwt', kid: key.kid })}.${encodeJwsPart(claims)}`;
    const privateKey = importPrivateKey(this.sealer.decrypt(key.privateKey, signingKeyContext(domainId, key.kid)));
    return `${input}.${signJws(input, privateKey, key.algorithm)}`;
  }
}
