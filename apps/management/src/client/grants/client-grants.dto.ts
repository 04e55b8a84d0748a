import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { MAX_ISSUER_LENGTH, MAX_URI_LENGTH } from '@latchkey/oauth';
import type { AssertionIssuer, IdJagAudience, TokenExchangeGrant } from '@latchkey/persistence';
import { Expose, Type } from 'class-transformer';
import { IsBoolean, IsOptional } from 'class-validator';
import { ApiConstraints } from '../../http/api-constraints.js';
import { IDENTIFIER_SCHEMA } from '../../http/identifier.pipe.js';
import { SatisfiesNested, TRUE_OR_FALSE } from '../../http/validators.js';
import { ABSOLUTE_URI, ISSUER, VISIBLE_ASCII, VISIBLE_TEXT, WEB_REDIRECT_URI } from '../../openapi/patterns.js';
import { ApiSchemaRules } from '../../openapi/schema-rules.js';
import { SCOPE_LIST_SCHEMA } from '../../resource/scope-list-rules.js';
import { createJwksSchema } from '../authentication/client-authentication.schema.js';
import { findJwtBearerViolations, MAX_CLAIM_LENGTH, MAX_ISSUERS, type SentJwtBearer } from './assertion-rules.js';
import { EXCHANGE_MODES, findTokenExchangeViolations } from './grants-rules.js';
import { findIdJagViolations, MAX_AUDIENCE_RESOURCES, MAX_AUDIENCES, MAX_REMOTE_CLIENT_ID_LENGTH, type SentIdJag } from './id-jag-rules.js';
import { MAX_RESOURCES } from './resource-scopes.js';

const CLIENT_CREDENTIALS =
  'Whether the client also gets tokens of its own (RFC 6749 section 4.4). For Confidential clients; one of grantType ClientCredentials does anyway.';
const DEVICE_CODE = 'Whether users may sign in on devices without a browser (RFC 8628).';
const TOKEN_EXCHANGE = 'What the client may exchange the tokens of others for (RFC 8693); null: nothing. For Confidential clients.';
const SCIM =
  'Whether the client provisions users and roles by SCIM 2.0 at /scim/v2 of the domain, with the scope scim. For Confidential clients; requires the permissions user:write and role:write.';

const ID_JAG =
  'The servers for which the client may get identity assertions (ID-JAG) of its users by token exchange; null: none. For Confidential clients.';
const JWT_BEARER =
  'Whose identity assertions the client may use as grants (RFC 7523 section 2.1, ID-JAG); null: none. For Confidential clients.';

/** What a client may exchange the tokens of others for. */
@ApiSchemaRules({
  allOf: [{ type: 'object', properties: { resources: { type: 'object', propertyNames: IDENTIFIER_SCHEMA } } }],
})
export class TokenExchangeBody {
  @Expose()
  @ApiProperty({
    type: String,
    enum: EXCHANGE_MODES,
    description: 'Delegation: the token names the client as the actor (act, RFC 8693 section 4.1). Impersonation: it does not.',
  })
  mode!: TokenExchangeGrant['mode'];

  @Expose()
  @ApiProperty({
    type: 'object',
    additionalProperties: { ...SCOPE_LIST_SCHEMA },
    maxProperties: MAX_RESOURCES,
    example: { stock: ['stock:read'] },
    description: 'The most that it may get: scopes by the ids of resources of the domain.',
  })
  resources!: Record<string, string[]>;
}

/** An issuer of identity assertions that a client may use as grants. */
@ApiSchemaRules({
  allOf: [{ type: 'object', properties: { resources: { type: 'object', propertyNames: IDENTIFIER_SCHEMA } } }],
  not: {
    anyOf: [
      { type: 'object', properties: { jwks: { enum: [null] }, jwksUri: { enum: [null] } } },
      { type: 'object', properties: { jwks: { type: 'object' }, jwksUri: { type: 'string' } }, required: ['jwks', 'jwksUri'] },
    ],
  },
})
export class AssertionIssuerBody {
  @Expose()
  @ApiProperty({
    format: 'uri',
    maxLength: MAX_ISSUER_LENGTH,
    pattern: ISSUER,
    description: 'The iss of the assertions, and of an identity provider of the domain.',
  })
  issuer!: string;

  @Expose()
  @ApiPropertyOptional({
    ...(createJwksSchema('signature') as object),
    nullable: true,
    description: 'Its public keys, or null with jwksUri.',
  } as never)
  jwks!: AssertionIssuer['jwks'];

  @Expose()
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    format: 'uri',
    maxLength: MAX_URI_LENGTH,
    pattern: WEB_REDIRECT_URI,
    description: 'The URL of its public keys, or null with jwks. It must use https and a public address.',
  })
  jwksUri!: string | null;

  @Expose()
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    default: 'sub',
    minLength: 1,
    maxLength: MAX_CLAIM_LENGTH,
    pattern: VISIBLE_TEXT,
    description: 'The claim whose value is the sub of the user at the identity provider.',
  })
  subjectClaim!: string;

  @Expose()
  @ApiProperty({
    type: 'object',
    additionalProperties: { ...SCOPE_LIST_SCHEMA },
    maxProperties: MAX_RESOURCES,
    example: { stock: ['stock:read'] },
    description: 'The most that the client may get for its assertions: scopes by the ids of resources of the domain.',
  })
  resources!: Record<string, string[]>;
}

/** Whose identity assertions a client may use as grants. */
export class JwtBearerBody {
  @Expose()
  @Type(() => AssertionIssuerBody)
  @ApiProperty({ type: [AssertionIssuerBody], minItems: 1, maxItems: MAX_ISSUERS })
  issuers!: AssertionIssuer[];
}

/** Another server for which a client may get identity assertions. */
@ApiSchemaRules({
  allOf: [
    { type: 'object', properties: { resources: { type: 'object', propertyNames: { pattern: ABSOLUTE_URI, maxLength: MAX_URI_LENGTH } } } },
  ],
})
export class IdJagAudienceBody {
  @Expose()
  @ApiProperty({
    format: 'uri',
    maxLength: MAX_ISSUER_LENGTH,
    pattern: ISSUER,
    description: 'The issuer of the server: the parameter audience.',
  })
  issuer!: string;

  @Expose()
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    default: null,
    minLength: 1,
    maxLength: MAX_REMOTE_CLIENT_ID_LENGTH,
    pattern: VISIBLE_ASCII,
    description: 'The id of the client at that server; null if it is the same.',
  })
  clientId!: string | null;

  @Expose()
  @ApiProperty({
    type: 'object',
    additionalProperties: { ...SCOPE_LIST_SCHEMA },
    maxProperties: MAX_AUDIENCE_RESOURCES,
    example: { 'https://chat.example.com/api': ['chat:read'] },
    description: 'The most that the client may ask for there: scopes by the URIs of resources.',
  })
  resources!: Record<string, string[]>;
}

/** The servers for which a client may get identity assertions of its users. */
export class IdJagBody {
  @Expose()
  @Type(() => IdJagAudienceBody)
  @ApiProperty({ type: [IdJagAudienceBody], minItems: 1, maxItems: MAX_AUDIENCES })
  audiences!: IdJagAudience[];
}

/** The grants that a client may use beside its grantType. A property that is absent or null has its default. */
@ApiConstraints()
export class ClientGrantsRequest {
  @ApiPropertyOptional({ nullable: true, default: false, description: CLIENT_CREDENTIALS })
  @IsOptional()
  @IsBoolean(TRUE_OR_FALSE)
  clientCredentials?: boolean | null;

  @ApiPropertyOptional({ nullable: true, default: false, description: DEVICE_CODE })
  @IsOptional()
  @IsBoolean(TRUE_OR_FALSE)
  deviceCode?: boolean | null;

  @ApiPropertyOptional({ type: TokenExchangeBody, nullable: true, default: null, description: TOKEN_EXCHANGE })
  @IsOptional()
  @SatisfiesNested(findTokenExchangeViolations)
  tokenExchange?: TokenExchangeGrant | null;

  @ApiPropertyOptional({ type: JwtBearerBody, nullable: true, default: null, description: JWT_BEARER })
  @IsOptional()
  @SatisfiesNested(findJwtBearerViolations)
  jwtBearer?: SentJwtBearer | null;

  @ApiPropertyOptional({ type: IdJagBody, nullable: true, default: null, description: ID_JAG })
  @IsOptional()
  @SatisfiesNested(findIdJagViolations)
  idJag?: SentIdJag | null;

  @ApiPropertyOptional({ nullable: true, default: false, description: SCIM })
  @IsOptional()
  @IsBoolean(TRUE_OR_FALSE)
  scim?: boolean | null;
}

export class ClientGrantsResponse {
  @Expose()
  @ApiProperty({ description: CLIENT_CREDENTIALS })
  clientCredentials!: boolean;

  @Expose()
  @ApiProperty({ description: DEVICE_CODE })
  deviceCode!: boolean;

  @Expose()
  @Type(() => TokenExchangeBody)
  @ApiProperty({ type: TokenExchangeBody, nullable: true, description: TOKEN_EXCHANGE })
  tokenExchange!: TokenExchangeGrant | null;

  @Expose()
  @Type(() => JwtBearerBody)
  @ApiPropertyOptional({ type: JwtBearerBody, description: `${JWT_BEARER} Absent: none.` })
  jwtBearer?: { issuers: AssertionIssuer[] };

  @Expose()
  @Type(() => IdJagBody)
  @ApiPropertyOptional({ type: IdJagBody, description: `${ID_JAG} Absent: none.` })
  idJag?: { audiences: IdJagAudience[] };

  @Expose()
  @ApiPropertyOptional({ description: `${SCIM} Absent: it does not.` })
  scim?: boolean;
}
