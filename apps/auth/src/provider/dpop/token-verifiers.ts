import { Injectable } from '@nestjs/common';
import { ClientKeyService } from '../../client-authentication/keys/client-key.service.js';
import { RefusedTokenLimitService } from '../../domain/refused-token-limit.service.js';
import { DpopProofService } from './dpop-proof.service.js';

/** What verifies the JWTs of requests that oidc-provider answers: request objects and DPoP proofs. */
@Injectable()
export class TokenVerifiers {
  constructor(
    readonly keys: ClientKeyService,
    readonly proofs: DpopProofService,
    readonly limits: RefusedTokenLimitService,
  ) {}
}
