import type { errors, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { describeAbsence, describeMismatch } from '../../client-authentication/certificate/presented-certificate.js';
import { getCredentials } from '../../protocol/request-credentials.js';
import { toDescriptionText } from '../../protocol/description-text.js';

interface Refusal {
  /** Replaces oidc-provider's `invalid_grant`, which would make a client discard a valid refresh token. */
  error?: 'invalid_dpop_proof' | 'invalid_request';
  error_description: string;
}

const NO_CERTIFICATE = 'mutual TLS client certificate not provided';
const OTHER_CERTIFICATE = 'failed x5t#S256 verification';

/** Keyed by the detail of an error, which oidc-provider hides because details of related errors could reveal something about users. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  'DPoP proof JWT not provided': {
    error: 'invalid_dpop_proof',
    error_description: 'the access tokens of this client are bound to a key: the request requires a DPoP proof (RFC 9449)',
  },
  'missing DPoP proof JWT': { error_description: 'the authorization request named a DPoP key: the request requires a proof with that key' },
  'DPoP proof key thumbprint does not match dpop_jkt': {
    error_description: 'the DPoP proof has a different key from the one that the authorization request named',
  },
  'DPoP proof JWT Replay detected': {
    error: 'invalid_dpop_proof',
    error_description: 'the DPoP proof was used before: each request requires a new one',
  },
  'failed jkt verification': {
    error_description: 'the refresh token is bound to a DPoP key that the request does not prove',
  },
};
/** oidc-provider's description for every error that its JWT library finds in a proof. */
const INVALID_PROOF = 'invalid DPoP key binding';

/** Explains what is wrong with the proof or certificate of a token request or a pushed request. Checked against oidc-provider 9.13.3. */
export function describeMissingKeys(provider: Provider): void {
  provider.on('grant.error', describe);
  provider.on('pushed_authorization_request.error', describe);
  provider.on('userinfo.error', describeTokenCertificate);
}

function describe(
  ctx: KoaContextWithOIDC,
  { error_detail: detail, error_description: description, cause }: errors.OIDCProviderError,
): void {
  const known = detail !== undefined && Object.hasOwn(REFUSALS, detail) ? REFUSALS[detail]! : null;
  const refusal = known ?? describeCertificate(ctx, detail) ?? describeProof(description, cause);
  if (refusal) ctx.body = { ...(ctx.body as object), ...refusal };
}

function describeCertificate({ req }: KoaContextWithOIDC, detail: string | undefined): Refusal | null {
  const { certificate } = getCredentials(req);
  if (detail === OTHER_CERTIFICATE) return { error_description: `the refresh token is bound to ${describeMismatch(certificate)}` };
  if (detail !== NO_CERTIFICATE) return null;
  const absence = certificate?.certificate ? 'none was presented' : describeAbsence(certificate);
  return {
    error: 'invalid_request',
    error_description: `the access tokens of this client are bound to its TLS certificate (RFC 8705), and ${absence}`,
  };
}

/** RFC 6750 section 3 requires the description in a header too. */
function describeTokenCertificate(
  ctx: KoaContextWithOIDC,
  { error_detail: detail, error_description: before }: errors.OIDCProviderError,
): void {
  if (detail !== OTHER_CERTIFICATE || before === undefined) return;
  const description = `the access token is bound to ${describeMismatch(getCredentials(ctx.req).certificate)}`;
  ctx.body = { ...(ctx.body as object), error_description: description };
  ctx.set(
    'WWW-Authenticate',
    ctx.response.get('WWW-Authenticate').replace(before, () => description),
  );
}

/** `jose` names the rule that a proof violates, but none of its content. */
function describeProof(description: string | undefined, cause: unknown): Refusal | null {
  if (description !== INVALID_PROOF || !(cause instanceof Error)) return null;
  return { error_description: `the DPoP proof is not valid: ${toDescriptionText(cause.message)}` };
}
