import { fingerprint } from '@latchkey/crypto';
import type { ServedClient } from '@latchkey/persistence';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { listOrigins, permitUnattended, UNATTENDED_SCOPE } from '../unattended-client.js';
import type { ClientMetadata } from './client-metadata.js';

/** No operator sees when a method of such a client was used. */
const METHOD_ID = '00000000-0000-0000-0000-000000000000';

/**
 * The client that a document describes: with consent each time, for the resources that the domain names.
 *
 * @param metadata null for requests that need nothing of the document, such as those about issued tokens
 */
export function createDocumentClient(
  domain: Pick<CachedDomain, 'clientRegistration' | 'resources'>,
  clientId: string,
  metadata: ClientMetadata | null,
): ServedClient {
  const redirectUris = metadata?.redirectUris ?? [];
  return {
    ...permitUnattended(domain, domain.clientRegistration.metadataDocuments.resources),
    clientId,
    clientType: metadata?.keys ? 'Confidential' : 'Public',
    grantType: 'AuthorizationCode',
    scope: UNATTENDED_SCOPE,
    audiences: null,
    redirectUris,
    postSignOutRedirectUris: null,
    allowLocalLogin: null,
    providers: null,
    allowedOrigins: listOrigins(redirectUris),
    accessTokenExpiry: null,
    idTokenExpiry: null,
    refreshTokenExpiry: null,
    refreshTokenLeeway: null,
    accessTokenClaims: null,
    furtherGrants: null,
    registered: false,
    idTokenAlgorithms: null,
    accessTokenAlgorithms: null,
    revision: fingerprint(clientId, JSON.stringify(metadata)).toString('base64url'),
    tokenQuota: null,
    // The name and the logo in a document are what its author claims; only its host is proved.
    // control: a document client is named by its host
    presentation: {
      name: new URL(clientId).host,
      logoUri: null,
      clientUri: null,
      policyUri: null,
      tosUri: null,
    },
    active: true,
    expiresAt: null,
    generationStart: 0,
    secrets: [],
    // control: a client whose document names keys authenticates by them
    authentication: metadata?.keys
      ? {
          methods: [{ id: METHOD_ID, type: 'PrivateKeyJwt', ...metadata.keys }],
          senderConstraint: null,
          profile: null,
        }
      : null,
    backchannelLogout: null,
  };
}
