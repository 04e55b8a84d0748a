import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { decodeJws, UPSTREAM_ALGORITHMS, VerificationBudget } from '@latchkey/crypto';
import { OperatorRepository } from '@latchkey/persistence';
import { parseCredentials, type Credentials } from '@latchkey/server';
import type { Caller } from '../caller/caller.js';
import { SETTINGS } from '../settings/settings.module.js';
import { AccessTokenError } from './access-token.error.js';
import { findTokenViolation, readAccessToken, type AccessToken } from './access-token.js';
import { IssuerKeyService } from './issuer-key.service.js';
import { OperatorLastUseService } from './operator-last-use.service.js';
import { OperatorProofService, type SignedRequest } from './operator-proof.service.js';

const SCHEMES = new Set(['bearer', 'dpop']);

/** Authenticates operators by access tokens of MANAGEMENT_ISSUERS: RFC 6750, RFC 9068 section 4, RFC 9449 section 7. */
@Injectable()
export class OperatorAuthenticationService {
  private readonly issuers: ReadonlySet<string>;

  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly keys: IssuerKeyService,
    private readonly proofs: OperatorProofService,
    private readonly operators: OperatorRepository,
    private readonly use: OperatorLastUseService,
  ) {
    this.issuers = new Set(settings.MANAGEMENT_ISSUERS);
  }

  /** Whether the installation accepts access tokens. */
  get isEnabled(): boolean {
    return this.issuers.size > 0;
  }

  /** @returns the access token of a request; null if it has none, or none is accepted */
  findCredentials({ headers }: SignedRequest): Credentials | null {
    const credentials = this.isEnabled ? parseCredentials(headers.authorization) : null;
    return credentials && SCHEMES.has(credentials.scheme) ? credentials : null;
  }

  /** @throws AccessTokenError, or Problem service-unavailable if the token cannot be verified now */
  async authenticate(request: SignedRequest, { scheme, token }: Credentials): Promise<Caller> {
    const budget = new VerificationBudget();
    const { thumbprint, ...identity } = await this.verify(token, budget);
    // control: a bound token is refused without its proof
    if ((scheme === 'dpop') !== (thumbprint !== null)) throw createSchemeError(thumbprint);
    const proof = thumbprint === null ? null : await this.proofs.verify(request, { token, thumbprint, budget });
    const operator = await this.operators.findByToken(identity);
    if (!operator) throw createTokenError('it is valid, but no operator has its iss and sub');
    if (proof) await this.proofs.use(operator.subscriptionId, proof);
    this.use.record(operator);
    const { operatorId: id, ...rest } = operator;
    return { type: 'operator', id, ...rest, networks: null };
  }

  private async verify(token: string, budget: VerificationBudget): Promise<AccessToken> {
    const jws = decodeJws(token);
    if (!jws || !UPSTREAM_ALGORITHMS.some((each) => each === jws.header['alg'])) {
      throw createTokenError('it must be a JWT with an asymmetric signature');
    }
    const issuer = jws.claims['iss'];
    // control: an access token is of an issuer of the installation
    if (typeof issuer !== 'string' || !this.issuers.has(issuer)) throw createTokenError('its iss must be one of MANAGEMENT_ISSUERS');
    const rules = { audience: this.settings.MANAGEMENT_URL, now: Date.now() };
    const violation = findTokenViolation(jws, rules) ?? (await this.keys.findSignatureViolation(issuer, jws, budget));
    if (violation !== null) throw createTokenError(violation);
    return readAccessToken(jws.claims);
  }
}

function createTokenError(description: string): AccessTokenError {
  return new AccessTokenError('invalid_token', description);
}

function createSchemeError(thumbprint: string | null): AccessTokenError {
  const description =
    thumbprint === null
      ? 'it is bound to no key, so its scheme must be Bearer'
      : 'it is bound to a key, so its scheme must be DPoP, with a proof in the header DPoP';
  return createTokenError(description);
}
