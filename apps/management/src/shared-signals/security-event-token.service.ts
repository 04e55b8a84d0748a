import { Inject, Injectable } from '@nestjs/common';
import { authUrlOf, type ManagementSettings } from '@latchkey/config';
import { Encryptor, importPrivateKey, selectSigningKey, signingKeyContext, signSecurityEvent } from '@latchkey/crypto';
import { createSignalClaims } from '@latchkey/events';
import { SigningKeyRepository, type PendingSsfEvent, type PushingStream } from '@latchkey/persistence';
import { SETTINGS } from '../settings/settings.module.js';

/** Security event tokens: RFC 8417. */
@Injectable()
export class SecurityEventTokenService {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly signingKeys: SigningKeyRepository,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /** Signs an event with the key that signs ID tokens of the domain: OpenID SSF 1.0 section 5.1. */
  async issue({ domainId, id: streamId, clientId, domain, idTokenAlgorithms }: PushingStream, event: PendingSsfEvent): Promise<string> {
    const { kid, algorithm, privateKey } = selectSigningKey(await this.signingKeys.list(domainId), idTokenAlgorithms, Date.now());
    const claims = createSignalClaims({ ...event, issuer: authUrlOf(this.settings, domain), streamId, clientId });
    const key = importPrivateKey(this.encryptor.decrypt(privateKey, signingKeyContext(domainId, kid)));
    return signSecurityEvent(claims, { kid, algorithm }, key);
  }
}
