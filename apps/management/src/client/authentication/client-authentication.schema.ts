import { COORDINATE_BYTES, KEY_CURVES, RSA_BITS, type KeyPurpose } from '@latchkey/crypto';
import {
  CERTIFICATE_NAMES,
  CLIENT_PROFILES,
  MAX_DISTINGUISHED_NAME_LENGTH,
  MAX_ISSUER_LENGTH,
  MAX_URI_LENGTH,
  SENDER_CONSTRAINTS,
  type AuthenticationMethodType,
} from '@latchkey/oauth';
import type { ApiBodyOptions } from '@nestjs/swagger';
import { ABSOLUTE_URI, DISTINGUISHED_NAME, IP_ADDRESS, ISSUER, VISIBLE_ASCII, WEB_REDIRECT_URI } from '../../openapi/patterns.js';
import { MAX_DNS_NAME_LENGTH, MAX_EMAIL_LENGTH } from './certificate-name-rules.js';
import { MAX_METHODS } from './document-rules.js';
import { MAX_KEYS } from './key-source-rules.js';
import { MAX_SUBJECT_LENGTH } from './method-rules.js';

type Schema = Exclude<Extract<ApiBodyOptions, { schema: unknown }>['schema'], { $ref: string }>;
type Properties = Record<string, Schema>;

/** Bytes in base64url without padding: RFC 7515 section 2. */
const createBase64UrlSchema = (min: number, max = min): Schema => ({
  type: 'string',
  minLength: Math.ceil((min * 8) / 6),
  maxLength: Math.ceil((max * 8) / 6),
  pattern: '^[A-Za-z0-9_-]+$',
});
/** 2^32-1 at most. */
const MAX_EXPONENT_BYTES = 4;
const DNS_LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

/** A public key of one type. Other members are ignored, except those of private keys. */
function createKeySchema(kty: string, properties: Properties, algorithms: string[]): Schema {
  return {
    type: 'object',
    required: ['kty', ...Object.keys(properties)],
    properties: {
      kty: { type: 'string', enum: [kty] },
      ...properties,
      kid: { type: 'string', minLength: 1, maxLength: 256, pattern: VISIBLE_ASCII, description: 'Unique in the set.' },
      alg: { type: 'string', enum: algorithms },
      use: { type: 'string', enum: ['sig'] },
      key_ops: { type: 'array', items: { type: 'string', enum: ['verify'] }, minItems: 1 },
      x5c: {
        type: 'array',
        items: { type: 'string' },
        minItems: 1,
        description: 'RFC 7517 section 4.7: the first certificate has this key.',
      },
    },
    not: {
      anyOf: ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'].map((name) => ({
        type: 'object',
        required: [name],
        properties: { [name]: {} },
      })),
    },
    additionalProperties: true,
  };
}

const EC_ALGORITHMS = { 'P-256': 'ES256', 'P-384': 'ES384', 'P-521': 'ES512' } as const;
const RSA_NUMBERS: Properties = {
  n: createBase64UrlSchema(RSA_BITS.min / 8, RSA_BITS.max / 8),
  e: createBase64UrlSchema(1, MAX_EXPONENT_BYTES),
};

function createPointSchemas(curve: keyof typeof COORDINATE_BYTES, names: string[]): Properties {
  const coordinate = createBase64UrlSchema(COORDINATE_BYTES[curve]);
  return { crv: { type: 'string', enum: [curve] }, ...Object.fromEntries(names.map((name) => [name, coordinate])) };
}

/** Public keys for a purpose. */
export function createJwksSchema(purpose: KeyPurpose): Schema {
  const { EC, OKP } = KEY_CURVES[purpose];
  return {
    type: 'object',
    description: `Public keys, RFC 7517 section 5. RSA keys must have ${RSA_BITS.min} to ${RSA_BITS.max} bits, without leading zeros. Private keys are rejected.`,
    required: ['keys'],
    properties: {
      keys: {
        type: 'array',
        minItems: 1,
        maxItems: MAX_KEYS,
        items: {
          oneOf: [
            ...EC.map((curve) => createKeySchema('EC', createPointSchemas(curve, ['x', 'y']), [EC_ALGORITHMS[curve]])),
            ...OKP.map((curve) => createKeySchema('OKP', createPointSchemas(curve, ['x']), ['EdDSA', 'Ed25519'])),
            createKeySchema('RSA', RSA_NUMBERS, ['RS256', 'PS256']),
          ],
        },
      },
    },
    additionalProperties: true,
  };
}

const jwksUri: Schema = {
  type: 'string',
  format: 'uri',
  maxLength: MAX_URI_LENGTH,
  pattern: WEB_REDIRECT_URI,
  description: 'The URL of the public keys. It must use https and a public address.',
};

const workload: Properties = {
  issuer: { type: 'string', format: 'uri', maxLength: MAX_ISSUER_LENGTH, pattern: ISSUER, description: 'The iss of its tokens.' },
  subject: {
    type: 'string',
    minLength: 1,
    maxLength: MAX_SUBJECT_LENGTH,
    pattern: VISIBLE_ASCII,
    description: 'The sub of its tokens. Issuer and subject belong to one client of the domain.',
  },
};

/** @param isLastUseShown false in a request, which may still contain it */
function createMethodSchemas(isLastUseShown: boolean): Schema[] {
  const create = (type: AuthenticationMethodType, properties: Properties, required: string[] = []): Schema => ({
    type: 'object',
    required: ['type', ...required, ...(isLastUseShown ? ['lastUsedAt'] : [])],
    properties: {
      type: { type: 'string', enum: [type] },
      ...properties,
      lastUsedAt: isLastUseShown ? lastUsedAt : { ...lastUsedAt, readOnly: true },
    },
    additionalProperties: false,
  });
  const [signatures, certificates] = [createJwksSchema('signature'), createJwksSchema('certificate')];
  return [
    create('ClientSecret', {}),
    create('PrivateKeyJwt', { jwks: signatures }, ['jwks']),
    create('PrivateKeyJwt', { jwksUri }, ['jwksUri']),
    create('FederatedJwt', workload, ['issuer', 'subject']),
    create('FederatedJwt', { ...workload, jwks: signatures }, ['issuer', 'subject', 'jwks']),
    create('FederatedJwt', { ...workload, jwksUri }, ['issuer', 'subject', 'jwksUri']),
    ...CERTIFICATE_NAMES.map((name) => create('TlsClientAuth', { [name]: CERTIFICATE_NAME_SCHEMAS[name] }, [name])),
    create('SelfSignedTlsClientAuth', { jwks: certificates }, ['jwks']),
    create('SelfSignedTlsClientAuth', { jwksUri }, ['jwksUri']),
  ];
}

const CERTIFICATE_NAME_SCHEMAS: Readonly<Record<(typeof CERTIFICATE_NAMES)[number], Schema>> = {
  subjectDn: {
    type: 'string',
    minLength: 1,
    maxLength: MAX_DISTINGUISHED_NAME_LENGTH,
    pattern: DISTINGUISHED_NAME,
    example: 'CN=orders,O=Shop',
    description:
      'The subject of the certificate, a distinguished name of RFC 4514. Escaped bytes are UTF-8; bytes after # are an ASN.1 string of at most 127 bytes.',
  },
  sanDns: { type: 'string', maxLength: MAX_DNS_NAME_LENGTH, pattern: String.raw`^(?:${DNS_LABEL}\.)*${DNS_LABEL}$` },
  sanUri: { type: 'string', format: 'uri', maxLength: MAX_URI_LENGTH, pattern: ABSOLUTE_URI },
  sanEmail: { type: 'string', maxLength: MAX_EMAIL_LENGTH, pattern: '^[!-?A-~]{1,64}@[A-Za-z0-9.-]+$' },
  sanIp: { type: 'string', minLength: 2, maxLength: 45, pattern: IP_ADDRESS, description: 'An IPv4 or IPv6 address.' },
};

function createDocumentSchema(methods: Schema[]): Schema {
  return {
    type: 'object',
    required: ['methods'],
    properties: {
      methods: {
        type: 'array',
        maxItems: MAX_METHODS,
        items: { oneOf: methods },
        description: `The methods by which the client may authenticate: 1 to ${MAX_METHODS} different ones; none for a Public client.`,
      },
      senderConstraint: {
        type: 'string',
        enum: [...SENDER_CONSTRAINTS],
        nullable: true,
        description: 'What its access tokens must be bound to; null: to the key that a request proves, if any.',
      },
      profile: {
        type: 'string',
        enum: [...CLIENT_PROFILES],
        nullable: true,
        description:
          'FAPI2: the FAPI 2.0 Security Profile. It permits only PrivateKeyJwt, TlsClientAuth and SelfSignedTlsClientAuth. FAPI2MessageSigning: the same, and authorization requests must be signed with a key of PrivateKeyJwt.',
      },
    },
    additionalProperties: false,
  };
}

const lastUsedAt: Schema = {
  type: 'string',
  format: 'date-time',
  nullable: true,
  description: 'When the client last authenticated with it, accurate to a minute; null if never.',
};

export const CLIENT_AUTHENTICATION_SCHEMA = createDocumentSchema(createMethodSchemas(false));
export const CLIENT_AUTHENTICATION_RESPONSE_SCHEMA: Schema = {
  ...createDocumentSchema(createMethodSchemas(true)),
  required: ['methods', 'senderConstraint', 'profile'],
};
