import { Injectable } from '@nestjs/common';
import type { ServedIdentityProvider, SamlProvider } from '@latchkey/persistence';
import { buildAuthnRequestUrl } from '@latchkey/saml';
import type { CachedDomain } from '../../domain/cached-domain.js';
import type { ForwardedParameters, RequestSecrets } from '../upstream/upstream-authorization-request.js';
import { buildSamlEndpoints } from './saml-endpoints.js';
import { SamlKeyService } from './saml-key.service.js';

/** An identity provider of the kind `saml`. */
export type SamlIdentityProvider = ServedIdentityProvider & { saml: SamlProvider };

/** Writes requests for sign-ins at SAML identity providers: SAML profiles section 4.1.4.1. */
@Injectable()
export class SamlRequestService {
  constructor(private readonly keys: SamlKeyService) {}

  async buildUrl(
    domain: CachedDomain,
    provider: SamlIdentityProvider,
    { samlRequestId, state, maxAge, prompts }: RequestSecrets & Pick<ForwardedParameters, 'maxAge' | 'prompts'>,
  ): Promise<URL> {
    const { ssoUrl, subjectAttribute, signRequests = false } = provider.saml;
    const url = await buildAuthnRequestUrl(buildSamlEndpoints(domain, provider), {
      ssoUrl,
      id: samlRequestId,
      relayState: state,
      forceAuthn: maxAge !== null || prompts.includes('login'),
      wantsPersistentNameId: subjectAttribute === undefined,
      signingKey: (signRequests && this.keys.read(domain, provider)[0]?.privateKey) || null,
    });
    return new URL(url);
  }
}
