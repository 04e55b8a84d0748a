import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { CAMEL_CASE_CLAIMS, MAX_ISSUER_LENGTH, STANDARD_CLAIM_MAPPING } from '@latchkey/oauth';
import type { IdentityProviderKind, RequiredClaims, TokenEndpointAuthMethod, UpstreamResponseMode } from '@latchkey/persistence';
import { Expose } from 'class-transformer';
import { IsBoolean, IsIn, IsOptional, Length, Matches } from 'class-validator';
import { declareReadOnlyMembers } from '../http/read-only-members.js';
import { IsOneOf, MembersSatisfy, Satisfies, TRUE_OR_FALSE } from '../http/validators.js';
import { ApiConstraints } from '../http/api-constraints.js';
import { ISSUER, createTextPattern, SCOPE_TOKEN, VISIBLE_TEXT, VISIBLE_ASCII } from '../openapi/patterns.js';
import { ApiSchemaRules } from '../openapi/schema-rules.js';
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
  MAX_SCOPES,
  findIdentityProviderIssuerViolation,
  findScopesViolation,
  RESERVED_ATTRIBUTES,
  findRequiredClaimViolation,
  findRequiredClaimsViolation,
  findUpstreamClientSecretViolation,
} from './identity-provider-rules.js';

const KINDS = ['oidc'] as const satisfies IdentityProviderKind[];
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
      type: 'object',
      properties: {
        scopes: { type: ['array', 'null'], contains: { const: 'openid' } },
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
    description: 'The protocol: OpenID Connect (oidc). Answers leave it out while it is the default.',
  })
  @IsOptional()
  @IsOneOf(KINDS)
  kind?: IdentityProviderKind | null;

  @Expose()
  @ApiProperty({
    format: 'uri',
    maxLength: MAX_ISSUER_LENGTH,
    pattern: ISSUER,
    example: 'https://login.example.com',
    description: 'The issuer, exactly as its discovery document states it (OpenID Connect Discovery section 4.3).',
  })
  @Satisfies(findIdentityProviderIssuerViolation)
  issuer!: string;

  @Expose()
  @ApiProperty({
    example: 'latchkey',
    description: 'The client_id at the identity provider.',
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
    pattern: VISIBLE_ASCII,
    example: 'the-secret-from-there',
    description:
      'The client_secret at the identity provider. It is never shown. If it is omitted, the stored one is kept as long as the issuer does not change.',
  })
  @IsOptional()
  @Satisfies(findUpstreamClientSecretViolation)
  clientSecret?: string | null;

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
        { type: 'string', minLength: 1, maxLength: MAX_CLAIM_VALUE_LENGTH, pattern: createTextPattern() },
        { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
        { type: 'boolean' },
      ],
    },
    nullable: true,
    maxProperties: MAX_REQUIRED_CLAIMS,
    default: {},
    example: { hd: 'example.com' },
    description:
      'Claims that a user must have at the provider, each with exactly this value or with an array that contains it. Other users are rejected (required-claim).',
  })
  @IsOptional()
  @Satisfies(findRequiredClaimsViolation)
  @MembersSatisfy(findRequiredClaimViolation)
  requiredClaims?: RequiredClaims | null;
}

export class IdentityProviderResponse extends OmitType(IdentityProviderRequest, ['clientSecret'] as const) {
  @Expose()
  @ApiProperty({ minLength: 1, maxLength: 64 })
  name!: string;

  @Expose()
  @ApiProperty({ description: 'Whether a client_secret is stored.' })
  hasClientSecret!: boolean;

  @Expose()
  @ApiProperty({ format: 'uri', description: 'The redirect URI to register at the provider.' })
  redirectUri!: string;

  @Expose()
  @ApiProperty({ format: 'uri', description: 'The URL to which users return after signing out at the provider (RP-Initiated Logout).' })
  postLogoutRedirectUri!: string;

  @Expose()
  @ApiProperty({ format: 'uri', description: 'The URL at which the provider reports sign-outs (Back-Channel Logout).' })
  backchannelLogoutUri!: string;

  @Expose()
  @ApiProperty({ format: 'uri', description: "The URL of the domain's public keys, to register at the provider for private_key_jwt." })
  jwksUri!: string;

  @Expose()
  @ApiProperty({ format: 'date-time' })
  createdAt!: Date;

  @Expose()
  @ApiProperty({ format: 'date-time' })
  updatedAt!: Date;
}

declareReadOnlyMembers(IdentityProviderRequest, IdentityProviderResponse, [
  'name',
  'hasClientSecret',
  'redirectUri',
  'postLogoutRedirectUri',
  'backchannelLogoutUri',
  'jwksUri',
  'createdAt',
  'updatedAt',
]);

export class ProvisionIdentityProviderQuery {
  @ApiPropertyOptional({
    type: String,
    enum: ['true', 'false'],
    description: 'true: only check whether users could sign in with it, also while it is disabled, and store nothing. Defaults to false.',
  })
  @IsOptional()
  @IsIn(['true', 'false'], { message: 'must be true or false' })
  dryRun?: string;
}
