import { decodeJws, randomSecret, type DecodedJws } from '@latchkey/crypto';
import { CompactSign } from 'jose';
import { errors, type Client, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { ClientAuthenticationError, type AuthenticationFailureReason } from '../../client-authentication/client-authentication.error.js';
import type { ClientKeyService } from '../../client-authentication/keys/client-key.service.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { getVerificationBudget } from '../../domain/verification-budgets.js';
import type { ProviderClient } from '../adapters/provider-client.js';
import { getCredentials } from '../../protocol/request-credentials.js';
import { findRequestObjectViolation } from '../../protocol/request-object.js';
import type { RequestVerifiers } from './request-verifiers.js';
import { limitRefusedTokens } from './refused-tokens.js';

/** Signs verified request objects for oidc-provider. It never leaves this process. */
const SECRET = Buffer.from(randomSecret());
/** What oidc-provider's KeyStore passes to `jose` for a signature. */
const KEY_STORE = { selectForVerify: () => [SECRET], getKeyObject: (key: unknown) => key };

/**
 * Accepts request objects (RFC 9101) that their client has signed with a key of its PrivateKeyJwt method. oidc-provider knows only the keys
 * in metadata and would fetch published ones itself, so this code verifies them. It passes the verified claims with an HMAC of this
 * process, because oidc-provider verifies its input again, and a second signature would cost as much as the first. Checked against
 * oidc-provider 9.13.3.
 */
export function createRequestObjects(
  { keys, limits }: RequestVerifiers,
  domain: CachedDomain,
): NonNullable<Configuration['features']>['requestObjects'] {
  return {
    enabled: true,
    assertJwtClaimsAndHeader: async (ctx) => {
      // The object was verified when it was pushed.
      if (ctx.oidc.entities.PushedAuthorizationRequest) return;
      const { received } = getCredentials(ctx.req);
      limitRefusedTokens(ctx, () => limits.check(received, domain.name));
      const jws = await verifyRequestObject(ctx, keys, domain.issuer).catch((error: unknown) => {
        if (error instanceof errors.InvalidRequestObject) limits.record(received, domain.name);
        throw error;
      });
      ctx.oidc.params!.request = await signForLibrary(jws);
      Object.assign((ctx.oidc.client as Client & { asymmetricKeyStore: object }).asymmetricKeyStore, KEY_STORE);
    },
  };
}

async function verifyRequestObject({ oidc, req }: KoaContextWithOIDC, keys: ClientKeyService, issuer: string): Promise<DecodedJws> {
  const { client, methods, isFapi } = (oidc.client as unknown as ProviderClient).record;
  const { clientId } = client;
  // control: request objects are signed with a key of the client itself
  const own = methods.filter(({ method }) => method.type === 'PrivateKeyJwt');
  if (own.length === 0) throw new errors.InvalidRequestObject(`client ${clientId} has no PrivateKeyJwt keys, so it cannot sign requests`);
  const jws = decodeJws(String(oidc.params!.request));
  if (!jws) throw new errors.InvalidRequestObject('the request object must be a signed JWT in compact serialization');
  const now = Math.floor(Date.now() / 1_000);
  const violation = findRequestObjectViolation(jws, { clientId, issuer, isFapi, now });
  if (violation !== null) throw new errors.InvalidRequestObject(violation);
  try {
    await keys.findSigner(own, jws, getVerificationBudget(getCredentials(req).received));
    return jws;
  } catch (cause) {
    if (!(cause instanceof ClientAuthenticationError)) throw cause;
    throw new errors.InvalidRequestObject(describeFailure(cause.reason, clientId), { cause });
  }
}

function signForLibrary({ signingInput }: DecodedJws): Promise<string> {
  const claims = Buffer.from(signingInput.slice(signingInput.indexOf('.') + 1), 'base64url');
  return new CompactSign(claims).setProtectedHeader({ alg: 'HS256' }).sign(SECRET);
}

function describeFailure(reason: AuthenticationFailureReason, clientId: string): string {
  if (reason === 'keys-unavailable') return `the keys of client ${clientId} cannot be fetched`;
  if (reason === 'wrong-signature') return `no PrivateKeyJwt key of client ${clientId} verifies the signature of the request object`;
  return `client ${clientId} has no PrivateKeyJwt key with the kid and alg of the request object; if several keys fit the alg, it needs a kid`;
}
