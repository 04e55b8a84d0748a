import { Injectable } from '@nestjs/common';
import { hashSecret } from '@latchkey/crypto';
import { pathOf } from '@latchkey/server';
import type { IncomingMessage } from 'node:http';
import type { Confirmation } from '../../access-token/valid-token.js';
import { ClientCertificateService } from '../../client-authentication/certificate/client-certificate.service.js';
import type { PresentedCertificate } from '../../client-authentication/certificate/presented-certificate.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { MtlsHostService } from '../../domain/mtls-host.service.js';
import type { ProofViolation } from '@latchkey/oauth';
import { DpopProofService, isViolation, type VerifiedProof } from './dpop-proof.service.js';

/** The request that a DPoP proof must be for: RFC 9449 section 4.3. */
export interface ProofTarget {
  method: string;
  /** Any of them; without one no proof is accepted. */
  urls: readonly string[];
}

/** The use of an access token. */
export interface TokenUse {
  domain: Pick<CachedDomain, 'id' | 'name' | 'issuer'>;
  clientId: string;
  /** The token. */
  value: string;
  /** What it is bound to. */
  confirmation: Confirmation;
  /** Of the header `Authorization`, in lower case: RFC 6750 section 2.1, RFC 9449 section 7.1. */
  scheme: string;
  /** The request that the token was sent with, if a gateway asks about it; by default the one that is received. */
  target?: ProofTarget | null;
}

/** What is missing to prove the keys of a token. */
export type PossessionViolation =
  | { missing: 'scheme' }
  | { missing: 'certificate'; presented: PresentedCertificate | null }
  | { missing: 'proof' }
  | { missing: 'valid-proof'; violation: ProofViolation };

/** Verifies that a request proves the keys that its access token is bound to: RFC 8705 section 3, RFC 9449 section 7. */
@Injectable()
export class ProofOfPossessionService {
  constructor(
    private readonly proofs: DpopProofService,
    private readonly certificates: ClientCertificateService,
    private readonly mtlsHosts: MtlsHostService,
  ) {}

  /** Uses the DPoP proof up, if the token needs one. @throws TooManyRefusedTokensError */
  async verify(request: IncomingMessage, use: TokenUse): Promise<Pick<VerifiedProof, 'nextNonce'> | PossessionViolation> {
    const { jkt, 'x5t#S256': certificateThumbprint } = use.confirmation;
    if ((use.scheme === 'dpop') !== (jkt !== undefined)) return { missing: 'scheme' };
    if (certificateThumbprint !== undefined) {
      const presented = this.certificates.read(request);
      if (presented?.certificate?.thumbprint !== certificateThumbprint) return { missing: 'certificate', presented };
    }
    return jkt === undefined ? { nextNonce: null } : this.verifyProof(request, use, jkt);
  }

  private async verifyProof(request: IncomingMessage, use: TokenUse, thumbprint: string): Promise<VerifiedProof | PossessionViolation> {
    const { domain, clientId, value, target } = use;
    const proof = request.headers['dpop'];
    if (typeof proof !== 'string') return { missing: 'proof' };
    const result = await this.proofs.use(proof, {
      received: request,
      domain,
      clientId,
      ...(target ?? this.findTarget(request, domain)),
      thumbprint,
      accessTokenHash: hashSecret(value).toString('base64url'),
    });
    return isViolation(result) ? { missing: 'valid-proof', violation: result } : result;
  }

  private findTarget(request: IncomingMessage, domain: TokenUse['domain']): ProofTarget {
    const bases = [domain.issuer, this.mtlsHosts.findUrl(domain)].filter((base) => base !== null);
    return { method: request.method!, urls: bases.map((base) => `${base}${pathOf(request)}`) };
  }
}
