import { errors, type Provider } from 'oidc-provider';

interface OidcContext {
  route: string;
  entity(key: string, value: unknown): void;
}

/**
 * Refuses introspection by clients without a secret: the protected resource must authenticate (RFC 7662 section 2.1). oidc-provider allows it.
 * Checked against oidc-provider 9.13.3.
 */
export function requireSecretsForIntrospection(provider: Provider): void {
  const { prototype } = (provider as unknown as { OIDCContext: { prototype: OidcContext } }).OIDCContext;
  const { entity } = prototype;
  prototype.entity = function (key, value) {
    entity.call(this, key, value);
    const isPublic = key === 'Client' && (value as { tokenEndpointAuthMethod?: string }).tokenEndpointAuthMethod === 'none';
    if (isPublic && this.route === 'introspection') throw new errors.InvalidClientAuth('client has no secret');
  };
}
