/**
 * Whether a row of `end_user` is of somebody who may be signed in: they are active, and if an identity provider vouches for them, the domain
 * still has it, and it is still the one that did. Who was signed in when it was removed is nobody from that moment on.
 */
export const MAY_SIGN_IN = `
  end_user.active AND (end_user.identity_provider = 'local' OR EXISTS (
    SELECT FROM identity_provider AS provider WHERE provider.domain_id = end_user.domain_id
      AND provider.name = end_user.identity_provider AND provider.issuer = end_user.upstream_issuer))`;
