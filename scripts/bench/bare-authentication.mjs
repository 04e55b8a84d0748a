import { readCertificate } from './certificate-header.mjs';
import { METHODS } from './methods.mjs';

/**
 * What bare oidc-provider needs for a method: metadata of its client, and features.
 *
 * @typedef {import('oidc-provider').KoaContextWithOIDC} Context
 * @typedef {{ secret: string, publicKey: import("node:crypto").JsonWebKey, subjectDn: string }} Client
 * @param {import('./methods.mjs').MethodName} method
 * @param {Client} client
 * @returns {{ metadata: object, configuration: object, features: object }}
 */
export function configureAuthentication(method, client) {
  return { secret: withSecret, key: withKey, certificate: withCertificate }[METHODS[method].credential](client);
}

/** @param {Client} client */
function withSecret({ secret }) {
  return {
    metadata: { client_secret: secret, token_endpoint_auth_method: 'client_secret_basic' },
    configuration: {},
    features: {},
  };
}

/** @param {Client} client */
function withKey({ publicKey }) {
  return {
    metadata: {
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_signing_alg: 'ES256',
      jwks: { keys: [publicKey] },
    },
    configuration: {},
    features: {},
  };
}

/** @param {Client} client */
function withCertificate({ subjectDn }) {
  return {
    metadata: {
      token_endpoint_auth_method: 'tls_client_auth',
      tls_client_auth_subject_dn: subjectDn,
      tls_client_certificate_bound_access_tokens: true,
    },
    configuration: { clientAuthMethods: ['tls_client_auth'] },
    features: {
      mTLS: {
        enabled: true,
        tlsClientAuth: true,
        certificateBoundAccessTokens: true,
        getCertificate: (/** @type {Context} */ ctx) => certificateOf(ctx)?.x509,
        certificateAuthorized: () => true,
        certificateSubjectMatches: (/** @type {Context} */ ctx, /** @type {string} */ _property, /** @type {string} */ expected) =>
          certificateOf(ctx)?.subjectDn === expected,
      },
    },
  };
}

/** @param {Context} ctx */
function certificateOf(ctx) {
  return readCertificate(ctx.req.headers['client-cert']);
}
