import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { MAX_ISSUER_LENGTH } from '@latchkey/oauth';
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
import { VISIBLE_TEXT, VISIBLE_ASCII } from '../openapi/patterns.js';
import { ApiSchemaRules } from '../openapi/schema-rules.js';
import { findAppleKeyViolations, findOAuth2Violations } from './identity-provider-kind-rules.js';
import {
  findClaimMappingViolation,
  findDisplayNameViolation,
  findIdentityProviderIssuerViolation,
  findMappedClaimViolation,
  findRequiredClaimsViolation,
  findRequiredClaimViolation,
  findScopesViolation,
  findUpstreamClientSecretViolation,
  MAX_CLIENT_ID_LENGTH,
  MAX_DISPLAY_NAME_LENGTH,
} from './identity-provider-rules.js';
import { IDENTITY_PROVIDER_RULES } from './identity-provider-schema-rules.js';
import { findEnforcementViolation, findMailDomainsViolations, MAX_MAIL_DOMAIN_LENGTH, MAX_MAIL_DOMAINS } from './mail-domain-rules.js';
import { OAUTH2_PROVIDER } from './oauth2-provider.schema.js';
import { APPLE_KEY, AUTH_METHODS, CLIENT_SECRET, RESPONSE_MODES, SCOPES } from './oidc-provider.schema.js';
import { CLAIM_MAPPING, REQUIRED_CLAIMS } from './provider-claims.schema.js';
import { SAML_PROVIDER } from './saml-provider.schema.js';
import { findSamlViolations, type SamlInput } from './saml-rules.js';

const CLIENT_ID = { message: `must be 1 to ${MAX_CLIENT_ID_LENGTH} visible ASCII characters` };

/** The whole configuration of an identity provider. Absent and null properties have their defaults. */
@ApiSchemaRules(IDENTITY_PROVIDER_RULES)
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
  @ApiPropertyOptional(OAUTH2_PROVIDER)
  @SatisfiesNested(findOAuth2Violations)
  oauth2?: OAuth2Provider | null;

  @Expose()
  @ApiPropertyOptional(SAML_PROVIDER)
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
  @ApiPropertyOptional(CLIENT_SECRET)
  @IsOptional()
  @Satisfies(findUpstreamClientSecretViolation)
  clientSecret?: string | null;

  @Expose()
  @ApiPropertyOptional(APPLE_KEY)
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
  @ApiPropertyOptional(SCOPES)
  @IsOptional()
  @Satisfies(findScopesViolation)
  scopes?: string[] | null;

  @Expose()
  @ApiPropertyOptional(CLAIM_MAPPING)
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
  @ApiPropertyOptional(REQUIRED_CLAIMS)
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
