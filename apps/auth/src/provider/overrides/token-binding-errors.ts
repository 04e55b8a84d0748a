import type { Provider } from 'oidc-provider';

/** By the detail of an error, which oidc-provider keeps to itself because others of its kind could reveal something about users. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  'DPoP proof JWT not provided': 'the access tokens of this client are bound to a key: the request needs a DPoP proof (RFC 9449)',
  'missing DPoP proof JWT': 'the authorization request named a DPoP key: the request needs a proof of it',
  'DPoP proof key thumbprint does not match dpop_jkt': 'the DPoP proof has another key than the authorization request named',
  'DPoP proof JWT Replay detected': 'the DPoP proof was used before: each request needs a new one',
  'failed jkt verification': 'the refresh token is bound to another DPoP key than that of the proof, or there is no proof',
  'mutual TLS client certificate not provided':
    'the access tokens of this client are bound to its TLS certificate (RFC 8705), and none was presented',
  'failed x5t#S256 verification': 'the refresh token is bound to another TLS certificate',
};

/**
 * Says why a token request is refused, if it does not show the key that its tokens are bound to.
 * Checked against oidc-provider 9.13.3.
 */
export function describeMissingKeys(provider: Provider): void {
  provider.on('grant.error', (ctx, { error_detail: detail }) => {
    if (detail !== undefined && Object.hasOwn(DESCRIPTIONS, detail))
      ctx.body = { ...(ctx.body as object), error_description: DESCRIPTIONS[detail] };
  });
}
