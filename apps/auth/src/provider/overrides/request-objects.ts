import { decodeJws, type VerificationKey } from '@latchkey/crypto';
import { errors, Provider, type Client, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { ClientAuthenticationError, type AuthenticationFailureReason } from '../../client-authentication/client-authentication.error.js';
import type { ClientKeyService } from '../../client-authentication/keys/client-key.service.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import type { ProviderClient } from '../provider-client.js';
import { findRequestObjectFault } from '../requests/request-object.js';

/** By the requests whose request object was verified: the key that has verified it. */
const verifiedKeys = new WeakMap<KoaContextWithOIDC, VerificationKey['key']>();

/** What oidc-provider's KeyStore gives to `jose` for a signature. */
const KEY_STORE = {
  selectForVerify: () => [verifiedKeys.get(Provider.ctx!)],
  getKeyObject: (key: unknown) => key,
};

/**
 * Accepts request objects (RFC 9101) that their client has signed with a key of its method PrivateKeyJwt. oidc-provider knows only the keys of
 * metadata, and would fetch published ones itself; so they are verified here, and it then verifies them with the one key that fitted.
 * Checked against oidc-provider 9.13.3.
 */
export function createRequestObjects(
  keys: ClientKeyService,
  { issuer }: CachedDomain,
): NonNullable<Configuration['features']>['requestObjects'] {
  return {
    enabled: true,
    assertJwtClaimsAndHeader: async (ctx) => {
      // It was verified when it was pushed.
      if (ctx.oidc.entities.PushedAuthorizationRequest) return;
      verifiedKeys.set(ctx, await verifyRequestObject(ctx, keys, issuer));
      Object.assign((ctx.oidc.client as Client & { asymmetricKeyStore: object }).asymmetricKeyStore, KEY_STORE);
    },
  };
}

async function verifyRequestObject({ oidc }: KoaContextWithOIDC, keys: ClientKeyService, issuer: string): Promise<VerificationKey['key']> {
  const { client, methods, isFapi } = (oidc.client as unknown as ProviderClient).record;
  const { clientId } = client;
  const own = methods.filter(({ method }) => method.type === 'PrivateKeyJwt');
  if (own.length === 0) throw new errors.InvalidRequestObject(`client ${clientId} has no PrivateKeyJwt keys, so it cannot sign requests`);
  const jws = decodeJws(String(oidc.params!.request));
  if (!jws) throw new errors.InvalidRequestObject('the request object must be a signed JWT in compact serialization');
  const now = Math.floor(Date.now() / 1_000);
  const fault = findRequestObjectFault(jws, { clientId, issuer, isFapi, now });
  if (fault !== null) throw new errors.InvalidRequestObject(fault);
  try {
    const { key } = await keys.findSigner(own, jws);
    return key.key;
  } catch (cause) {
    if (!(cause instanceof ClientAuthenticationError)) throw cause;
    throw new errors.InvalidRequestObject(describeFailure(cause.reason, clientId), { cause });
  }
}

function describeFailure(reason: AuthenticationFailureReason, clientId: string): string {
  if (reason === 'keys-unavailable') return `the keys of client ${clientId} cannot be fetched`;
  if (reason === 'wrong-signature') return `no PrivateKeyJwt key of client ${clientId} verifies the signature of the request object`;
  return `client ${clientId} has no PrivateKeyJwt key with the kid and alg of the request object`;
}
