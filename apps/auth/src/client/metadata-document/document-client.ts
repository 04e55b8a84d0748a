import { fingerprint } from '@latchkey/crypto';
import type { ServedClient } from '@latchkey/persistence';
import type { CachedDomain } from '../../domain/cached-domain.js';
import type { ClientMetadata } from './client-metadata.js';

const SCOPE = 'openid offline_access';

/**
 * The client that a document describes: public, with consent each time, for the resources that the domain names.
 *
 * @param metadata null for requests that need nothing of the document, such as those about issued tokens
 */
export function createDocumentClient(
  { clientRegistration: { metadataDocuments }, resources }: Pick<CachedDomain, 'clientRegistration' | 'resources'>,
  clientId: string,
  metadata: ClientMetadata | null,
): ServedClient {
  const redirectUris = metadata?.redirectUris ?? [];
  const permitted = [...resources.values()].filter(({ id }) => metadataDocuments.resources.includes(id));
  return {
    clientId,
    clientType: 'Public',
    grantType: 'AuthorizationCode',
    scope: SCOPE,
    audiences: null,
    redirectUris,
    postSignOutRedirectUris: null,
    allowLocalLogin: null,
    providers: null,
    // control: users consent to a document client every time
    policies: ['consent'],
    // Clients that run in a browser request tokens from the page to which the code goes.
    allowedOrigins: [...new Set(redirectUris.map((uri) => new URL(uri).origin))],
    accessTokenExpiry: null,
    idTokenExpiry: null,
    refreshTokenExpiry: null,
    refreshTokenLeeway: null,
    accessTokenClaims: null,
    furtherGrants: null,
    // control: a document client reaches only the resources that the domain names
    resources: permitted.map(({ id, scopes }) => ({ resourceId: id, scopes: scopes.map(({ scope }) => scope) })),
    roles: [],
    idTokenAlgorithms: null,
    accessTokenAlgorithms: null,
    revision: fingerprint(clientId, JSON.stringify(metadata)).toString('base64url'),
    tokenQuota: null,
    // The name and the logo in a document are what its author claims; only its host is proved.
    // control: a document client is named by its host
    presentation: { name: new URL(clientId).host, logoUri: null, clientUri: null, policyUri: null, tosUri: null },
    active: true,
    generationStart: 0,
    secrets: [],
    authentication: null,
    backchannelLogout: null,
  };
}
