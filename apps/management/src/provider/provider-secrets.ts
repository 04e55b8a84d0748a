import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { identityProviderContext, Sealer } from '@latchkey/crypto';
import { IdentityProviderRepository, type IdentityProvider, type IdentityProviderKey } from '@latchkey/persistence';
import { SETTINGS } from '../settings/settings.module.js';

const PAGE = 500;

/** The secrets that domains have at identity providers. They are written here, and opened by the auth server. */
@Injectable()
export class ProviderSecrets {
  private readonly sealer: Sealer;

  constructor(
    @Inject(SETTINGS) settings: ManagementSettings,
    private readonly providers: IdentityProviderRepository,
  ) {
    this.sealer = new Sealer(settings.MASTER_KEY);
  }

  seal({ domainId, name }: IdentityProviderKey, secret: string): Buffer {
    return this.sealer.seal(Buffer.from(secret, 'utf8'), identityProviderContext(domainId, name));
  }

  /** Whether it is the secret of the provider. */
  isSecretOf({ domainId, name, clientSecret }: IdentityProvider, secret: string): boolean {
    return clientSecret !== null && this.sealer.open(clientSecret, identityProviderContext(domainId, name)).toString('utf8') === secret;
  }

  /** Seals every secret with the first master key, so that the others can be dropped. @returns how many were sealed anew */
  async resealAll(): Promise<number> {
    let resealed = 0;
    for (let page = await this.providers.pageOfSecrets(null, PAGE); page.length > 0;) {
      for (const sealed of page.filter(({ clientSecret }) => !this.sealer.isCurrent(clientSecret))) {
        const context = identityProviderContext(sealed.domainId, sealed.name);
        await this.providers.reseal(sealed, this.sealer.seal(this.sealer.open(sealed.clientSecret, context), context));
        resealed += 1;
      }
      page = await this.providers.pageOfSecrets(page.at(-1)!, PAGE);
    }
    return resealed;
  }
}
