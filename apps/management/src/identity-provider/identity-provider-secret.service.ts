import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { createSamlKey, identityProviderContext, Encryptor, type SamlKey } from '@latchkey/crypto';
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

  /** Generates the key of a domain at a SAML identity provider, and keeps the current one as the former one. @param provider null for a new one */
  async rotateKey(key: IdentityProviderKey, provider: IdentityProvider | null): Promise<Buffer> {
    const stored = provider?.saml && provider.clientSecret ? (JSON.parse(this.decrypt(provider)) as SamlKey[]) : [];
    return this.encrypt(key, JSON.stringify([await createSamlKey(key.name), ...stored.slice(0, 1)]));
  }

  /** Whether the secret belongs to the identity provider. */
  matches(provider: IdentityProvider, secret: string): boolean {
    return provider.clientSecret !== null && this.decrypt(provider) === secret;
  }

  private decrypt({ domainId, name, clientSecret }: IdentityProvider): string {
    return this.encryptor.decrypt(clientSecret!, identityProviderContext(domainId, name)).toString('utf8');
  }
}
