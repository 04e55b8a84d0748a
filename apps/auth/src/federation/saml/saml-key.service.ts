import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { Encryptor, identityProviderContext, type SamlKey } from '@latchkey/crypto';
import type { ServedIdentityProvider } from '@latchkey/persistence';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { SETTINGS } from '../../settings/settings.module.js';

/** The keys of domains at SAML identity providers. Management creates and encrypts them. */
@Injectable()
export class SamlKeyService {
  private readonly encryptor: Encryptor;

  constructor(@Inject(SETTINGS) settings: AuthSettings) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /** @returns the current key, then the former one */
  read({ id }: Pick<CachedDomain, 'id'>, { name, clientSecret }: Pick<ServedIdentityProvider, 'name' | 'clientSecret'>): SamlKey[] {
    if (clientSecret === null) return [];
    return JSON.parse(this.encryptor.decrypt(clientSecret, identityProviderContext(id, name)).toString('utf8')) as SamlKey[];
  }
}
