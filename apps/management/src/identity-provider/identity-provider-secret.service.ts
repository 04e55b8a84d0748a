import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { identityProviderContext, Encryptor } from '@latchkey/crypto';
import type { IdentityProvider, IdentityProviderKey } from '@latchkey/persistence';
import { SETTINGS } from '../settings/settings.module.js';

/** The client secrets of domains at identity providers. They are encrypted here, and decrypted by the auth server. */
@Injectable()
export class IdentityProviderSecretService {
  private readonly encryptor: Encryptor;

  constructor(@Inject(SETTINGS) settings: ManagementSettings) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  encrypt({ domainId, name }: IdentityProviderKey, secret: string): Buffer {
    return this.encryptor.encrypt(Buffer.from(secret, 'utf8'), identityProviderContext(domainId, name));
  }

  /** Whether the secret belongs to the identity provider. */
  matches({ domainId, name, clientSecret }: IdentityProvider, secret: string): boolean {
    return (
      clientSecret !== null && this.encryptor.decrypt(clientSecret, identityProviderContext(domainId, name)).toString('utf8') === secret
    );
  }
}
