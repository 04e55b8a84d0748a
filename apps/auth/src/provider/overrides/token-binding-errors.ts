import type { errors, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { describeAbsence, describeMismatch } from '../../client-authentication/certificate/presented-certificate.js';
import { getCredentials } from '../../protocol/request-credentials.js';
import { toDescriptionText } from '../../protocol/description-text.js';

interface Refusal {
  /** In place of oidc-provider's `invalid_grant`, which would make a client give up a refresh token that is good. */
  error?: 'invalid_dpop_proof' | 'invalid_request';
  error_description: string;
}

const NO_CERTIFICATE = 'mutual TLS client certificate not provided';
const OTHER_CERTIFICATE = 'failed x5t#S256 verification';

/** By the detail of an error, which oidc-provider keeps to itself because others of its kind could reveal something about users. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  'DPoP proof JWT not provided': {
    error: 'invalid_dpop_proof',
    error_description: 'the access tokens of this client are bound to a key: the request needs a DPoP proof (RFC 9449)',
  },
  'missing DPoP proof JWT': { error_description: 'the authorization request named a DPoP key: the request needs a proof of it' },
  'DPoP proof key thumbprint does not match dpop_jkt': {
    error_description: 'the DPoP proof has another key than the authorization request named',
  },
  'DPoP proof JWT Replay detected': {
    error: 'invalid_dpop_proof',
    error_description: 'the DPoP proof was used before: each request needs a new one',
  },
  'failed jkt verification': {
    error_description: 'the refresh token is bound to another DPoP key than that of the proof, or there is no proof',
  },
};
/** oidc-provider's description of every fault of a proof that its JWT library finds. */
const INVALID_PROOF = 'invalid DPoP key binding';

/**
 * Says what is wrong with the proof or the certificate of a token request or a pushed request.
 * Checked against oidc-provider 9.13.3.
 */
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

/** RFC 6750 section 3 has the description in a header, too. */
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

/** `jose` names the rule that a proof breaks, and nothing of its content. */
function describeProof(description: string | undefined, cause: unknown): Refusal | null {
  if (description !== INVALID_PROOF || !(cause instanceof Error)) return null;
  return { error_description: `the DPoP proof is not valid: ${toDescriptionText(cause.message)}` };
}
