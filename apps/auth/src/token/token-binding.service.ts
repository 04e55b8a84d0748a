import { Inject, Injectable } from '@nestjs/common';
import { authUrlOf, mtlsUrlOf, type AuthSettings } from '@latchkey/config';
import type { IncomingMessage } from 'node:http';
import { ClientCertificateService, type PresentedCertificate } from '../client-authentication/certificate/client-certificate.service.js';
import { SETTINGS } from '../settings/settings.module.js';
import type { AccessTokenTemplate, Confirmation } from './access-token-template.js';
import { DpopProofService } from './dpop-proof.service.js';

const TOKEN_PATH = '/connect/token';

/** The keys that a token request shows. */
export interface PresentedKeys {
  /** The header `DPoP`. */
  proof: string | undefined;
  certificate: PresentedCertificate | null;
}

/** What a token is bound to. */
export interface TokenBinding {
  confirmation: Confirmation;
  /** For the header `DPoP-Nonce`. */
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

  read(request: IncomingMessage): PresentedKeys {
    return { proof: request.headers['dpop'] as string | undefined, certificate: this.certificates.read(request) };
  }

  /** @returns null if the request shows no such key, or another one as well, and so must be refused */
  async bind(
    template: AccessTokenTemplate,
    { proof, certificate }: PresentedKeys,
    at: { now: number; host: string },
  ): Promise<TokenBinding | null> {
    if (template.binding === 'MutualTLS') {
      if (!certificate || proof !== undefined) return null;
      return { confirmation: { name: 'x5t#S256', thumbprint: certificate.certificate.thumbprint }, nextNonce: null };
    }
    if (proof === undefined) return null;
    const { domainId, clientId } = template;
    const verified = await this.proofs.use(proof, {
      domainId,
      clientId,
      method: 'POST',
      urls: this.getTokenUrls(at.host),
      accessTokenHash: null,
      now: at.now,
    });
    return verified && { confirmation: { name: 'jkt', thumbprint: verified.thumbprint }, nextNonce: verified.nextNonce };
  }

  private getTokenUrls(host: string): string[] {
    const alias = mtlsUrlOf(this.settings, host);
    return [authUrlOf(this.settings, host), ...(alias === null ? [] : [alias])].map((base) => `${base}${TOKEN_PATH}`);
  }
}
