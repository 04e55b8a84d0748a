import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CAMEL_CASE_CLAIMS, MAX_ISSUER_LENGTH, STANDARD_CLAIM_MAPPING } from '@latchkey/oauth';
import {
  IDENTITY_PROVIDER_KINDS,
  type AppleKey,
  type IdentityProviderKind,
  type OAuth2Provider,
  type RequiredClaims,
  type TokenEndpointAuthMethod,
  type UpstreamResponseMode,
} from '@latchkey/persistence';
import { Expose } from 'class-transformer';
import { IsBoolean, IsIn, IsOptional, Length, Matches } from 'class-validator';
import { IsOneOf, MembersSatisfy, Satisfies, SatisfiesNested, TRUE_OR_FALSE } from '../http/validators.js';
import { ApiConstraints } from '../http/api-constraints.js';
import { ISSUER, createTextPattern, SCOPE_TOKEN, VISIBLE_TEXT, VISIBLE_ASCII } from '../openapi/patterns.js';
import { ApiSchemaRules } from '../openapi/schema-rules.js';
import {
  APPLE_ID,
  findAppleKeyViolations,
  findOAuth2Violations,
  MAX_ENDPOINT_LENGTH,
  MAX_SUBJECT_CLAIM_LENGTH,
} from './identity-provider-kind-rules.js';
import { findEnforcementViolation, findMailDomainsViolations, MAX_MAIL_DOMAIN_LENGTH, MAX_MAIL_DOMAINS } from './mail-domain-rules.js';
import {
  findClaimMappingViolation,
  findDisplayNameViolation,
  MAX_CLAIM_VALUE_LENGTH,
  MAX_CLIENT_ID_LENGTH,
  MAX_DISPLAY_NAME_LENGTH,
  MAX_NAME_LENGTH,
  MAX_SCOPE_LENGTH,
  MAX_SECRET_LENGTH,
  findMappedClaimViolation,
  MAX_CLAIMS,
  MAX_REQUIRED_CLAIMS,
  MAX_REQUIRED_VALUES,
  MAX_SCOPES,
  findIdentityProviderIssuerViolation,
  findScopesViolation,
  RESERVED_ATTRIBUTES,
  findRequiredClaimViolation,
  findRequiredClaimsViolation,
  findUpstreamClientSecretViolation,
} from './identity-provider-rules.js';
import {
  findSamlViolations,
  MAX_ATTRIBUTE_LENGTH,
  MAX_CERTIFICATE_LENGTH,
  MAX_CERTIFICATES,
  MAX_METADATA_LENGTH,
  MAX_SAML_URL_LENGTH,
  type SamlInput,
} from './saml-rules.js';

/** Only private keys have line breaks. */
const SECRET = '^[\\x20-\\x7e\\r\\n]+$';
const ENDPOINT = { type: 'string', format: 'uri', minLength: 1, maxLength: MAX_ENDPOINT_LENGTH } as const;
const CLAIM_VALUE_SCHEMAS = [
  { type: 'string', minLength: 1, maxLength: MAX_CLAIM_VALUE_LENGTH, pattern: createTextPattern() },
  { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  { type: 'boolean' },
] as const;
const AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const satisfies TokenEndpointAuthMethod[];
export const STANDARD_SCOPES = ['openid', 'profile', 'email'];

const RESPONSE_MODES = ['form_post'] as const satisfies UpstreamResponseMode[];

const CLIENT_ID = { message: `must be 1 to ${MAX_CLIENT_ID_LENGTH} visible ASCII characters` };

const CLAIM_NAME_SCHEMA = {
  type: 'string',
  minLength: 1,
  maxLength: MAX_NAME_LENGTH,
  pattern: createTextPattern(`{1,${MAX_NAME_LENGTH}}`),
} as const;

/** The whole configuration of an identity provider. Absent and null properties have their defaults. */
@ApiSchemaRules({
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
    {
      type: 'object',
      properties: {
        claimMapping: { type: ['object', 'null'], propertyNames: { ...CLAIM_NAME_SCHEMA, not: { enum: ['__proto__'] } } },
        requiredClaims: { type: ['object', 'null'], propertyNames: { ...CLAIM_NAME_SCHEMA, not: { enum: ['__proto__'] } } },
      },
    },
  ],
})
@ApiConstraints()
export class IdentityProviderRequest {
  @Expose()
  @ApiPropertyOptional({
    nullable: true,
    default: 'oidc',
    description:
      'The protocol: OpenID Connect (oidc), OAuth 2.0 with an endpoint that describes the user (oauth2), or SAML 2.0 (saml). Answers leave out the default.',
  })
  @IsOptional()
  @IsOneOf(IDENTITY_PROVIDER_KINDS)
  kind?: IdentityProviderKind | null;

  @Expose()
  @ApiPropertyOptional({
    type: 'object',
    properties: {
      authorizationEndpoint: ENDPOINT,
      tokenEndpoint: ENDPOINT,
      userinfoEndpoint: ENDPOINT,
      emailsEndpoint: { ...ENDPOINT, nullable: true },
      subjectClaim: { type: 'string', nullable: true, minLength: 1, maxLength: MAX_SUBJECT_CLAIM_LENGTH, pattern: VISIBLE_ASCII },
    },
    required: ['authorizationEndpoint', 'tokenEndpoint', 'userinfoEndpoint'],
    additionalProperties: false,
    nullable: true,
    example: {
      authorizationEndpoint: 'https://github.com/login/oauth/authorize',
      tokenEndpoint: 'https://github.com/login/oauth/access_token',
      userinfoEndpoint: 'https://api.github.com/user',
      emailsEndpoint: 'https://api.github.com/user/emails',
    },
    description:
      'Of the kind oauth2, which has no discovery document: its endpoints. emailsEndpoint lists mail addresses as GitHub does: the primary one, if it is verified, becomes the claims email and email_verified. subjectClaim identifies the user: id by default.',
  })
  @SatisfiesNested(findOAuth2Violations)
  oauth2?: OAuth2Provider | null;

  @Expose()
  @ApiPropertyOptional({
    type: 'object',
    properties: {
      metadata: { type: 'string', nullable: true, maxLength: MAX_METADATA_LENGTH },
      ssoUrl: { type: 'string', format: 'uri', nullable: true, maxLength: MAX_SAML_URL_LENGTH },
      sloUrl: { type: 'string', format: 'uri', nullable: true, maxLength: MAX_SAML_URL_LENGTH },
      certificates: {
        type: 'array',
        items: { type: 'string', maxLength: MAX_CERTIFICATE_LENGTH },
        nullable: true,
        minItems: 1,
        maxItems: MAX_CERTIFICATES,
      },
      signRequests: { type: 'boolean', nullable: true, default: false },
      subjectAttribute: { type: 'string', nullable: true, minLength: 1, maxLength: MAX_ATTRIBUTE_LENGTH, pattern: VISIBLE_ASCII },
    },
    additionalProperties: false,
    nullable: true,
    description:
      'Of the kind saml: metadata (XML) of the identity provider, or its ssoUrl and sloUrl (sign-on and logout service, HTTP-Redirect) and the certificates (PEM) of the keys that sign assertions, several while it changes its key. Answers have ssoUrl and certificates. subjectAttribute identifies the user, by default the persistent NameID. signRequests signs requests with the key in the metadata of the domain.',
  })
  @SatisfiesNested(findSamlViolations)
  saml?: SamlInput | null;

  @Expose()
  @ApiProperty({
    format: 'uri',
    maxLength: MAX_ISSUER_LENGTH,
    example: 'https://login.example.com',
    description:
      'The issuer, exactly as its discovery document states it (OpenID Connect Discovery section 4.3). The entity ID of a SAML identity provider, which need not use https.',
  })
  @Satisfies(findIdentityProviderIssuerViolation)
  issuer!: string;

  @Expose()
  @ApiProperty({
    example: 'latchkey',
    description: 'The client_id at the identity provider; the entity ID of the domain there for SAML.',
  })
  @Length(1, MAX_CLIENT_ID_LENGTH, CLIENT_ID)
  @Matches(new RegExp(VISIBLE_ASCII), CLIENT_ID)
  clientId!: string;

  @Expose()
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    minLength: 1,
    maxLength: MAX_SECRET_LENGTH,
    pattern: SECRET,
    example: 'the-secret-from-there',
    description:
      'The client_secret at the identity provider, or the private key of appleKey. It is never shown. If it is omitted, the stored one is kept as long as neither the issuer nor appleKey changes.',
  })
  @IsOptional()
  @Satisfies(findUpstreamClientSecretViolation)
  clientSecret?: string | null;

  @Expose()
  @ApiPropertyOptional({
    type: 'object',
    properties: { teamId: { type: 'string', pattern: APPLE_ID }, keyId: { type: 'string', pattern: APPLE_ID } },
    required: ['teamId', 'keyId'],
    additionalProperties: false,
    nullable: true,
    example: { teamId: 'A1B2C3D4E5', keyId: 'F6G7H8I9J0' },
    description:
      'Sign in with Apple: clientSecret is the private key of this id (PEM), with which each client_secret is signed (ES256, five minutes). The name that Apple posts at the first sign-in is used.',
  })
  @SatisfiesNested(findAppleKeyViolations)
  appleKey?: AppleKey | null;

  @Expose()
  @ApiPropertyOptional({
    nullable: true,
    default: 'client_secret_basic',
    example: 'client_secret_post',
    description:
      'How the domain authenticates at the token endpoint; with private_key_jwt it uses its own keys, which are published at jwksUri.',
  })
  @IsOptional()
  @IsOneOf(AUTH_METHODS)
  tokenEndpointAuthMethod?: TokenEndpointAuthMethod | null;

  @Expose()
  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: MAX_SCOPE_LENGTH, pattern: SCOPE_TOKEN },
    nullable: true,
    minItems: 1,
    maxItems: MAX_SCOPES,
    uniqueItems: true,
    example: STANDARD_SCOPES,
    description: `The scope tokens to request, including openid; defaults to ${STANDARD_SCOPES.join(', ')}.`,
  })
  @IsOptional()
  @Satisfies(findScopesViolation)
  scopes?: string[] | null;

  @Expose()
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { ...CLAIM_NAME_SCHEMA, not: { enum: [...RESERVED_ATTRIBUTES, ...CAMEL_CASE_CLAIMS] } },
    nullable: true,
    maxProperties: MAX_CLAIMS,
    example: { upn: 'preferred_username', email: 'email' },
    description:
      'By each claim of theirs the attribute of ours that it becomes, each once. Left out, standard claims become the attributes of their names: ' +
      `${Object.keys(STANDARD_CLAIM_MAPPING).join(', ')}.`,
  })
  @IsOptional()
  @Satisfies(findClaimMappingViolation)
  @MembersSatisfy(findMappedClaimViolation)
  claimMapping?: Record<string, string> | null;

  @Expose()
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    minLength: 1,
    maxLength: MAX_DISPLAY_NAME_LENGTH,
    pattern: VISIBLE_TEXT,
    example: 'Northwind',
    description: 'The button text after "Continue with"; defaults to the provider\'s name.',
  })
  @IsOptional()
  @Satisfies(findDisplayNameViolation)
  displayName?: string | null;

  @Expose()
  @ApiPropertyOptional({ nullable: true, default: true, description: 'Whether users can sign in with it.' })
  @IsOptional()
  @IsBoolean(TRUE_OR_FALSE)
  enabled?: boolean | null;

  @Expose()
  @ApiPropertyOptional({ nullable: true, default: false, description: 'Whether to trust its email_verified claim.' })
  @IsOptional()
  @IsBoolean(TRUE_OR_FALSE)
  trustEmailVerified?: boolean | null;

  @Expose()
  @ApiPropertyOptional({
    nullable: true,
    default: true,
    description: 'Whether the first sign-in of a person creates a user.',
  })
  @IsOptional()
  @IsBoolean(TRUE_OR_FALSE)
  createUsers?: boolean | null;

  @Expose()
  @ApiPropertyOptional({
    nullable: true,
    default: true,
    description:
      'Whether to reject an ID token without a nonce. Set false only for a provider that sends none; a wrong nonce is always rejected.',
  })
  @IsOptional()
  @IsBoolean(TRUE_OR_FALSE)
  requireNonce?: boolean | null;

  @Expose()
  @ApiPropertyOptional({
    nullable: true,
    default: null,
    description: 'The response_mode of authorization requests. Sign in with Apple requires form_post for the scopes name and email.',
  })
  @IsOptional()
  @IsIn(RESPONSE_MODES, { message: `must be ${RESPONSE_MODES.join(', ')} or null` })
  responseMode?: UpstreamResponseMode | null;

  @Expose()
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: {
      oneOf: [
        ...CLAIM_VALUE_SCHEMAS,
        { type: 'array', items: { oneOf: [...CLAIM_VALUE_SCHEMAS] }, minItems: 1, maxItems: MAX_REQUIRED_VALUES, uniqueItems: true },
      ],
    },
    nullable: true,
    maxProperties: MAX_REQUIRED_CLAIMS,
    default: {},
    example: { hd: ['example.com', 'example.org'] },
    description:
      'Claims that a user must have at the provider, each with exactly this value, or one of a list of values, or with an array that contains one. Other users are rejected (required-claim).',
  })
  @IsOptional()
  @Satisfies(findRequiredClaimsViolation)
  @MembersSatisfy(findRequiredClaimViolation)
  requiredClaims?: RequiredClaims | null;

  @Expose()
  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', minLength: 4, maxLength: MAX_MAIL_DOMAIN_LENGTH },
    nullable: true,
    maxItems: MAX_MAIL_DOMAINS,
    uniqueItems: true,
    default: [],
    example: ['example.com'],
    description:
      'Who types a mail address of one of these domains at the sign-in is sent to the provider, with the address as login_hint. Each belongs to one provider. Answers leave out an empty list.',
  })
  @IsOptional()
  @SatisfiesNested(findMailDomainsViolations)
  mailDomains?: string[] | null;

  @Expose()
  @ApiPropertyOptional({
    nullable: true,
    default: false,
    description:
      'Whether such addresses have no other way to sign in: neither link nor code, and no passkey of a user with such a username. Answers leave out false.',
  })
  @IsOptional()
  @IsBoolean(TRUE_OR_FALSE)
  @Satisfies(findEnforcementViolation)
  enforceMailDomains?: boolean | null;
}

export class ProvisionIdentityProviderQuery {
  @ApiPropertyOptional({
    type: String,
    enum: ['true', 'false'],
    description: 'true: only check whether users could sign in with it, also while it is disabled, and store nothing. Defaults to false.',
  })
  @IsOptional()
  @IsIn(['true', 'false'], { message: 'must be true or false' })
  dryRun?: string;

  @ApiPropertyOptional({
    type: String,
    enum: ['true', 'false'],
    description:
      'true: give the domain a new key at a SAML identity provider. The former one still decrypts assertions, until the next rotation. Defaults to false.',
  })
  @IsOptional()
  @IsIn(['true', 'false'], { message: 'must be true or false' })
  rotateKey?: string;
}
