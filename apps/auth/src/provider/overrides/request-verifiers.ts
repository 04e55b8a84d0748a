import { Injectable } from '@nestjs/common';
import { AccessTokenService } from '../../access-token/access-token.service.js';
import { ClientAuthenticationService } from '../../client-authentication/client-authentication.service.js';
import { ClientKeyService } from '../../client-authentication/keys/client-key.service.js';
import { RefusedTokenLimitService } from '../../domain/refused-token-limit.service.js';
import { DpopProofService } from '../dpop/dpop-proof.service.js';

/** What verifies the secrets, request objects, DPoP proofs and access tokens of requests that oidc-provider answers. */
@Injectable()
export class RequestVerifiers {
  constructor(
    readonly clientAuthentication: ClientAuthenticationService,
    readonly keys: ClientKeyService,
    readonly proofs: DpopProofService,
    readonly tokens: AccessTokenService,
    readonly limits: RefusedTokenLimitService,
  ) {}
}
