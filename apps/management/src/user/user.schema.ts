import type { ApiBodyOptions } from '@nestjs/swagger';
import { CAMEL_CASE_CLAIMS, USERNAME, USERNAME_RULES } from '@latchkey/oauth';
import { MAX_ATTRIBUTES_BYTES } from '@latchkey/persistence';
import * as pattern from '../openapi/patterns.js';
import { MAX_ATTRIBUTES, MAX_NAME_LENGTH, TIME_PROPERTIES } from '@latchkey/user';
import { MAX_DEPTH } from '@latchkey/user';

type Schema = Extract<ApiBodyOptions, { schema: unknown }>['schema'];

const stringSchema = { type: 'string' } as const;
const booleanSchema = { type: 'boolean' } as const;
const urlSchema = { type: 'string', format: 'uri', example: 'https://example.com/jane' } as const;

/** The attributes that are claims of the scopes `profile`, `email` and `phone`: OpenID Connect Core section 5.1. */
const CLAIM_SCHEMAS: Readonly<Record<string, Exclude<Schema, { $ref: string }>>> = {
  name: { type: 'string', minLength: 1 },
  family_name: stringSchema,
  given_name: stringSchema,
  middle_name: stringSchema,
  nickname: stringSchema,
  profile: urlSchema,
  picture: urlSchema,
  website: urlSchema,
  gender: stringSchema,
  birthdate: { type: 'string', example: '0000-12-31', description: 'YYYY-MM-DD, 0000-MM-DD without the year, or only YYYY.' },
  zoneinfo: { type: 'string', example: 'Europe/Berlin', description: 'A time zone of the IANA database.' },
  locale: { type: 'string', example: 'en-US', description: 'A language tag, BCP 47.' },
  updated_at: { type: 'integer', description: 'Seconds since 1970-01-01T00:00:00Z.' },
  email: {
    type: 'string',
    example: 'jane.doe@example.com',
    description: 'An addr-spec of RFC 5322 or RFC 6532 that can receive mail: without quotes or an address literal.',
  },
  email_verified: booleanSchema,
  phone_number: { type: 'string', example: '+14255551212', description: 'E.164.' },
  phone_number_verified: booleanSchema,
};

const storableRule = { pattern: pattern.TEXT_WITHOUT_NUL, maxLength: MAX_ATTRIBUTES_BYTES };
const webUrlRule = { pattern: pattern.WEB_URL };

/** The rules for a new value. Stored values can be older than the rules. */
const CLAIM_RULES: Readonly<Record<string, object>> = {
  ...Object.fromEntries(['name', 'family_name', 'given_name', 'middle_name', 'nickname', 'gender'].map((name) => [name, storableRule])),
  profile: webUrlRule,
  picture: webUrlRule,
  website: webUrlRule,
  birthdate: { pattern: pattern.BIRTHDATE },
  zoneinfo: { pattern: pattern.TIME_ZONE },
  locale: { pattern: pattern.LANGUAGE_TAG },
  updated_at: { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  email: { pattern: pattern.EMAIL_ADDRESS },
  phone_number: { pattern: pattern.E164 },
};

const USERNAME_SCHEMA = {
  type: 'string',
  minLength: USERNAME.shortest,
  maxLength: USERNAME.longest,
  example: 'jane.doe@example.com',
} as const;

/** Any other stored attribute. */
const ATTRIBUTE_VALUE_SCHEMA = {
  oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'boolean' }, { type: 'array', items: {} }, { type: 'object' }],
} satisfies Schema;

/** Any other attribute in a request. */
const NEW_ATTRIBUTE_VALUE_SCHEMA = {
  oneOf: [
    { type: 'string', ...storableRule },
    { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
    ...ATTRIBUTE_VALUE_SCHEMA.oneOf.slice(2),
  ],
} satisfies Schema;

const ATTRIBUTE_NAME_RULES = {
  minLength: 1,
  maxLength: MAX_NAME_LENGTH,
  pattern: pattern.createTextPattern(),
  not: { enum: ['sub', 'identityProvider'] },
};

/** A JSON Merge Patch (RFC 7396) of a user. */
export const USER_PATCH_SCHEMA: Schema = {
  type: 'object',
  description:
    `Only what is named is changed; null removes. A user has at most ${MAX_ATTRIBUTES} attributes, of ${MAX_ATTRIBUTES_BYTES} bytes in all as JSON in UTF-8. Names have 1 to ${MAX_NAME_LENGTH} characters, ` +
    `none of them a control character; arrays and objects are nested at most ${MAX_DEPTH} deep, and have neither NUL nor half of a surrogate pair in them; sub, identityProvider, createdAt and lastSignInAt cannot be changed. Standard claims have their names of OpenID Connect, such as preferred_username.`,
  properties: {
    active: { type: 'boolean', description: 'Whether the user may sign in.' },
    preferred_username: { ...USERNAME_SCHEMA, description: USERNAME_RULES, pattern: pattern.createTextPattern() },
    ...Object.fromEntries(
      Object.entries(CLAIM_SCHEMAS).map(([name, schema]) => [name, { ...schema, ...CLAIM_RULES[name], nullable: true }]),
    ),
  },
  additionalProperties: { ...NEW_ATTRIBUTE_VALUE_SCHEMA, nullable: true },
  // An attribute with such a name can only be removed.
  ...({
    propertyNames: ATTRIBUTE_NAME_RULES,
    patternProperties: { [`^(?:${[...CAMEL_CASE_CLAIMS, ...TIME_PROPERTIES].join('|')})$`]: { type: 'null' } },
  } as object),
  example: { given_name: 'Jane', email: 'jane.doe@example.com', email_verified: true, nickname: null },
};

/** The attributes of a new user, besides the username and the name. */
export const NEW_ATTRIBUTES_SCHEMA = {
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(CLAIM_SCHEMAS)
      .filter(([name]) => name !== 'name')
      .map(([name, schema]) => [name, { ...schema, ...CLAIM_RULES[name], nullable: true }]),
  ),
  additionalProperties: { ...NEW_ATTRIBUTE_VALUE_SCHEMA, nullable: true },
  propertyNames: {
    ...ATTRIBUTE_NAME_RULES,
    not: { enum: [...ATTRIBUTE_NAME_RULES.not.enum, 'active', 'preferred_username', 'name', ...TIME_PROPERTIES, ...CAMEL_CASE_CLAIMS] },
  },
  example: { email: 'jane.doe@example.com', email_verified: true, department: 'Sales' },
};

/** Everything about a user: the attributes, beside the service's own properties of the user. */
export const USER_DETAILS_SCHEMA: Schema = {
  type: 'object',
  required: ['sub', 'active', 'identityProvider', 'preferred_username', 'createdAt', 'lastSignInAt'],
  properties: {
    sub: { type: 'string', minLength: 1 },
    active: { type: 'boolean', description: 'Whether the user may sign in.' },
    identityProvider: { type: 'string', minLength: 1, example: 'local' },
    preferred_username: USERNAME_SCHEMA,
    ...CLAIM_SCHEMAS,
    createdAt: { type: 'string', format: 'date-time' },
    lastSignInAt: { type: 'string', format: 'date-time', nullable: true, description: 'Null if the user has not signed in.' },
  },
  additionalProperties: ATTRIBUTE_VALUE_SCHEMA,
};
