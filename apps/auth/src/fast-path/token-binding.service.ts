import { Inject, Injectable } from '@nestjs/common';
import { authUrlOf, mtlsUrlOf, type AuthSettings } from '@latchkey/config';
import type { IncomingMessage } from 'node:http';
import { ClientCertificateService } from '../client-authentication/certificate/client-certificate.service.js';
import type { PresentedCertificate } from '../client-authentication/certificate/presented-certificate.js';
import { PATHS } from '../protocol/endpoints.js';
import { DpopProofService, isViolation } from '../provider/dpop/dpop-proof.service.js';
import { SETTINGS } from '../settings/settings.module.js';
import type { AccessTokenTemplate, Confirmation } from './access-token-template.js';

/** The keys that a token request presents. */
export interface PresentedProofs {
  /** The original request. */
  received: IncomingMessage;
  /** The `DPoP` header. */
  proof: string | undefined;
  certificate: PresentedCertificate | null;
}

/** What a token is bound to. */
export interface TokenBinding {
  confirmation: Confirmation;
  /** For the `DPoP-Nonce` header. */
  nextNonce: string | null;
}

/** Binds tokens of the fast path to a key that the request shows. */
@Injectable()
export class TokenBindingService {
  constructor(
    private readonly certificates: ClientCertificateService,
    private readonly proofs: DpopProofService,
    @Inject(SETTINGS) private readonly settings: Pick<AuthSettings, 'AUTH_URL' | 'MTLS_AUTH_URL'>,
  ) {}

  read(request: IncomingMessage): PresentedProofs {
    return { received: request, proof: request.headers['dpop'] as string | undefined, certificate: this.certificates.read(request) };
  }

  /** @returns null if the request must be refused, because it presents no such key or more than one */
  async bind(
    template: AccessTokenTemplate,
    { received, proof, certificate }: PresentedProofs,
    at: { host: string },
  ): Promise<TokenBinding | null> {
    if (template.binding === 'MutualTLS') {
      if (!certificate?.certificate || proof !== undefined) return null;
      return { confirmation: { name: 'x5t#S256', thumbprint: certificate.certificate.thumbprint }, nextNonce: null };
    }
    if (proof === undefined) return null;
    const { domainId, clientId } = template;
    const verified = await this.proofs.use(proof, {
      received,
      domain: { id: domainId, name: at.host },
      clientId,
      method: 'POST',
      urls: this.listUrls(at.host),
      thumbprint: null,
      accessTokenHash: null,
    });
    if (isViolation(verified)) return null;
    return { confirmation: { name: 'jkt', thumbprint: verified.thumbprint }, nextNonce: verified.nextNonce };
  }

  private listUrls(host: string): string[] {
    const alias = mtlsUrlOf(this.settings, host);
    return [authUrlOf(this.settings, host), ...(alias === null ? [] : [alias])].map((base) => `${base}${PATHS.token}`);
  }
}
