import { Inject, Injectable } from '@nestjs/common';
import { authUrlOf, type ManagementSettings } from '@latchkey/config';
import { parseRsaCertificate } from '@latchkey/crypto';
import type { Domain, IdentityProvider, SamlProvider } from '@latchkey/persistence';
import { SETTINGS } from '../settings/settings.module.js';
import { omitPlain } from './identity-provider-configuration.js';
import type { IdentityProviderResponse } from './identity-provider-response.dto.js';

/** The URLs to register at an identity provider. */
@Injectable()
export class IdentityProviderUrlService {
  constructor(@Inject(SETTINGS) private readonly settings: ManagementSettings) {}

  /**
   * Each identity provider has its own redirect URI, so that a response is never mistaken for one of another provider (RFC 9700 section
   * 4.4.2.2).
   */
  toResponse(domain: Domain, provider: IdentityProvider): IdentityProviderResponse {
    const { domainId: _domainId, revision: _revision, clientSecret, ...publicFields } = provider;
    const issuer = authUrlOf(this.settings, domain.name);
    const redirectUri = `${issuer}/connect/federation/${provider.name}`;
    return {
      ...omitPlain(publicFields),
      hasClientSecret: clientSecret !== null,
      redirectUri,
      postLogoutRedirectUri: `${redirectUri}/signed-out`,
      backchannelLogoutUri: `${redirectUri}/logout`,
      jwksUri: `${issuer}/.well-known/jwks.json`,
      ...(provider.saml && describeSaml(redirectUri, provider.saml)),
    };
  }
}

/** The addresses and dates of a SAML identity provider. */
function describeSaml(redirectUri: string, { certificates }: SamlProvider): Partial<IdentityProviderResponse> {
  const assertionConsumerUrl = `${redirectUri}/saml`;
  return {
    hasClientSecret: false,
    redirectUri: assertionConsumerUrl,
    samlMetadataUri: `${assertionConsumerUrl}/metadata`,
    certificatesExpireAt: certificates.map((certificate) => parseRsaCertificate(certificate)!.expiresAt.toISOString()),
  };
}
