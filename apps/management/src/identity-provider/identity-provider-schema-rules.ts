import { ISSUER, VISIBLE_ASCII } from '../openapi/patterns.js';
import type { SchemaRules } from '../openapi/schema-rules.js';
import { CLAIM_NAME } from './provider-claims.schema.js';

const CLAIMS = { type: ['object', 'null'], propertyNames: { ...CLAIM_NAME, not: { enum: ['__proto__'] } } };

/** Dependencies between the members of a request. */
export const IDENTITY_PROVIDER_RULES: SchemaRules = {
  not: {
    type: 'object',
    properties: { tokenEndpointAuthMethod: { const: 'private_key_jwt' }, clientSecret: { type: 'string' } },
    required: ['tokenEndpointAuthMethod', 'clientSecret'],
  },
  allOf: [
    {
      not: {
        type: 'object',
        properties: { kind: { not: { const: 'oauth2' } }, scopes: { type: 'array', not: { contains: { const: 'openid' } } } },
        required: ['scopes'],
      },
    },
    {
      // Only the key of Sign in with Apple has lines.
      not: {
        type: 'object',
        properties: { appleKey: { not: { type: 'object' } }, clientSecret: { type: 'string', not: { pattern: VISIBLE_ASCII } } },
        required: ['clientSecret'],
      },
    },
    {
      // Entity IDs of SAML need not be addresses.
      not: {
        type: 'object',
        properties: { kind: { not: { const: 'saml' } }, issuer: { type: 'string', not: { pattern: ISSUER } } },
        required: ['issuer'],
      },
    },
    { type: 'object', properties: { claimMapping: CLAIMS, requiredClaims: CLAIMS } },
  ],
};
