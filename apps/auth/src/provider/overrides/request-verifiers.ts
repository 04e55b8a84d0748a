import { Injectable } from '@nestjs/common';
import { AccessTokenService } from '../../access-token/access-token.service.js';
import { ClientAuthenticationService } from '../../client-authentication/client-authentication.service.js';
import { ClientKeyService } from '../../client-authentication/keys/client-key.service.js';
import type { RefusedTokenLimitService } from '../../domain/refused-token-limit.service.js';
import { DpopProofService } from '../dpop/dpop-proof.service.js';
import { FurtherGrantTypes } from '../exchange/further-grant-types.js';

/** What verifies the secrets, request objects, DPoP proofs and access tokens of requests that oidc-provider answers, and answers further grant types. */
@Injectable()
export class RequestVerifiers {
  constructor(
    readonly clientAuthentication: ClientAuthenticationService,
    readonly keys: ClientKeyService,
    readonly proofs: DpopProofService,
    readonly tokens: AccessTokenService,
    readonly grantTypes: FurtherGrantTypes,
  ) {}

  get limits(): RefusedTokenLimitService {
    return this.proofs.limits;
  }
}
