import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { identityProviderContext, Encryptor } from '@latchkey/crypto';
import type { IdentityProvider, IdentityProviderKey } from '@latchkey/persistence';
import { SETTINGS } from '../settings/settings.module.js';

/** The secrets that domains have at identity providers. They are encrypted here, and decrypted by the auth server. */
@Injectable()
export class IdentityProviderSecretService {
  private readonly encryptor: Encryptor;

  constructor(@Inject(SETTINGS) settings: ManagementSettings) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  encrypt({ domainId, name }: IdentityProviderKey, secret: string): Buffer {
    return this.encryptor.encrypt(Buffer.from(secret, 'utf8'), identityProviderContext(domainId, name));
  }

  /** Whether it is the secret of the provider. */
  matches({ domainId, name, clientSecret }: IdentityProvider, secret: string): boolean {
    return (
      clientSecret !== null && this.encryptor.decrypt(clientSecret, identityProviderContext(domainId, name)).toString('utf8') === secret
    );
  }
}
