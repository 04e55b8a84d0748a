import { Injectable } from '@nestjs/common';
import type { Provider } from 'oidc-provider';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { AssertionGrantService } from './assertion-grant.service.js';
import { TokenExchangeService } from './token-exchange.service.js';

/** The grant types that oidc-provider does not have. */
@Injectable()
export class FurtherGrantTypes {
  constructor(
    private readonly exchanges: TokenExchangeService,
    private readonly assertions: AssertionGrantService,
  ) {}

  register(provider: Provider, domain: CachedDomain): void {
    this.exchanges.register(provider, domain);
    this.assertions.register(provider, domain);
  }
}
