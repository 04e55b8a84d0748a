import type { CachedClient } from '../client/cached-client.js';

/**
 * Whether a client may authenticate by a secret (RFC 6749 section 2.3.1). Without an authentication document a confidential client may; a document
 * that does not list ClientSecret ends its secrets, and so does the FAPI 2.0 Security Profile (section 5.3.2.1).
 */
export function acceptsSecrets({ client: { clientType, authentication }, isFapi }: CachedClient): boolean {
  if (clientType === 'Public') return false;
  if (authentication === null) return true;
  // control: a client of profile FAPI2 does not authenticate by a secret
  return !isFapi && authentication.methods.some(({ type }) => type === 'ClientSecret');
}

/**
 * Whether a client may send a request without authentication: public clients may, unless they introspect a token (RFC 7662 section 2.1) or are
 * held to the FAPI 2.0 Security Profile (section 5.3.2.1).
 */
export function mayOmitAuthentication({ client, isFapi }: CachedClient, { isIntrospection }: { isIntrospection: boolean }): boolean {
  if (client.clientType !== 'Public' || isIntrospection) return false;
  return (
    // control: a public client of profile FAPI2 gets nothing
    !isFapi
  );
}
