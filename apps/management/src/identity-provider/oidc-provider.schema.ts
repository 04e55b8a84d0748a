import type { ApiPropertyOptions } from '@nestjs/swagger';
import type { TokenEndpointAuthMethod, UpstreamResponseMode } from '@latchkey/persistence';
import { SCOPE_TOKEN } from '../openapi/patterns.js';
import { APPLE_ID } from './identity-provider-kind-rules.js';
import { MAX_SCOPE_LENGTH, MAX_SCOPES, MAX_SECRET_LENGTH } from './identity-provider-rules.js';

export const AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const satisfies TokenEndpointAuthMethod[];
export const RESPONSE_MODES = ['form_post'] as const satisfies UpstreamResponseMode[];
export const STANDARD_SCOPES = ['openid', 'profile', 'email'];

/** Only private keys have line breaks. */
const SECRET = '^[\\x20-\\x7e\\r\\n]+$';

export const CLIENT_SECRET: ApiPropertyOptions = {
  type: String,
  nullable: true,
  minLength: 1,
  maxLength: MAX_SECRET_LENGTH,
  pattern: SECRET,
  example: 'the-secret-from-there',
  description:
    'The client_secret at the identity provider, or the private key of appleKey. It is never shown. If it is omitted, the stored one is kept as long as neither the issuer nor appleKey changes.',
};

export const APPLE_KEY: ApiPropertyOptions = {
  type: 'object',
  properties: { teamId: { type: 'string', pattern: APPLE_ID }, keyId: { type: 'string', pattern: APPLE_ID } },
  required: ['teamId', 'keyId'],
  additionalProperties: false,
  nullable: true,
  example: { teamId: 'A1B2C3D4E5', keyId: 'F6G7H8I9J0' },
  description:
    'Sign in with Apple: clientSecret is the private key of this id (PEM), with which each client_secret is signed (ES256, five minutes). The name that Apple posts at the first sign-in is used.',
};

export const SCOPES: ApiPropertyOptions = {
  type: 'array',
  items: { type: 'string', minLength: 1, maxLength: MAX_SCOPE_LENGTH, pattern: SCOPE_TOKEN },
  nullable: true,
  minItems: 1,
  maxItems: MAX_SCOPES,
  uniqueItems: true,
  example: STANDARD_SCOPES,
  description: `The scope tokens to request, including openid; defaults to ${STANDARD_SCOPES.join(', ')}.`,
};
