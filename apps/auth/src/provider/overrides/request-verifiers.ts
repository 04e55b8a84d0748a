import { Injectable } from '@nestjs/common';
import { ClientAuthenticationService } from '../../client-authentication/client-authentication.service.js';
import { ClientKeyService } from '../../client-authentication/keys/client-key.service.js';
import { RefusedTokenLimitService } from '../../domain/refused-token-limit.service.js';
import { DpopProofService } from '../dpop/dpop-proof.service.js';

/** What verifies the secrets, request objects and DPoP proofs of requests that oidc-provider answers. */
@Injectable()
export class RequestVerifiers {
  constructor(
    readonly clientAuthentication: ClientAuthenticationService,
    readonly keys: ClientKeyService,
    readonly proofs: DpopProofService,
    readonly limits: RefusedTokenLimitService,
  ) {}
}
