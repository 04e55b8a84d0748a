/**
 * SQL: whether the user of an `end_user` row may sign in. The user must be active, and for a federated user the domain must still have the
 * identity provider with the same issuer. Removing an identity provider signs its users out immediately.
 */
export const MAY_SIGN_IN = `
  end_user.active AND (end_user.identity_provider = 'local' OR EXISTS (
    SELECT FROM identity_provider AS provider WHERE provider.domain_id = end_user.domain_id
      AND provider.name = end_user.identity_provider AND provider.issuer = end_user.upstream_issuer))`;
