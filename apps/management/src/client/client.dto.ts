import { ApiProperty, ApiPropertyOptional, PartialType } from '@nestjs/swagger';
import {
  findAbsoluteUriViolation,
  CLIENT_TYPES,
  EXPIRY,
  GRANT_TYPES,
  MAX_URI_LENGTH,
  findOriginViolation,
  POLICIES,
  findRedirectUriViolation,
  findScopeViolation,
  type ClientType,
  type GrantType,
  type Policy,
} from '@latchkey/oauth';
import { Expose } from 'class-transformer';
import { IsBoolean, IsOptional, Matches, type ValidationOptions } from 'class-validator';
import { declareReadOnlyMembers } from '../http/read-only-members.js';
import { EachSatisfies, IsIntegerBetween, IsList, IsOneOf, Satisfies, showValue, TRUE_OR_FALSE } from '../http/validators.js';
import { ApiConstraints } from '../http/api-constraints.js';
import { ABSOLUTE_URI, ASSIGNED_TEXT, ORIGIN, REDIRECT_URI, SCOPE, WEB_ORIGIN, WEB_REDIRECT_URI } from '../openapi/patterns.js';
import { ApiSchemaRules, type SchemaRules } from '../openapi/schema-rules.js';

function findGrantTypeViolation(value: unknown, { clientType }: Partial<UpdateClientRequest>): string | null {
  const unauthenticated = clientType === 'Public' && value === 'ClientCredentials';
  return unauthenticated ? 'must be AuthorizationCode: client credentials are for confidential clients only (RFC 6749 section 4.4)' : null;
}

function findRedirectViolation(value: unknown, { clientType }: Partial<UpdateClientRequest>): string | null {
  return findRedirectUriViolation(value, clientType);
}

function findAllowedOriginViolation(value: unknown, { clientType }: Partial<UpdateClientRequest>): string | null {
  return findOriginViolation(value, clientType);
}

/** Excludes names that PostgreSQL cannot store, with NUL or lone surrogates, because no provider has one. */
const IsProviderName = (options: ValidationOptions): PropertyDecorator =>
  Matches(new RegExp(ASSIGNED_TEXT, 'u'), {
    message: 'must be the name of an identity provider: 1 to 128 characters without control characters',
    ...options,
  });

const IsExpiry = (): PropertyDecorator => IsIntegerBetween(EXPIRY.min, EXPIRY.max, 'whole number of seconds');

const uris = (pattern: string) =>
  ({ items: { type: 'string', format: 'uri', maxLength: MAX_URI_LENGTH, pattern }, nullable: true }) as const;
/** Excludes confidential clients with a redirect URI or origin that is not a web URL. */
const confidentialWith = (uriList: string, pattern: string) => ({
  type: 'object',
  properties: {
    clientType: { const: 'Confidential' },
    [uriList]: { type: 'array', contains: { type: 'string', not: { type: 'string', pattern } } },
  },
  required: ['clientType', uriList],
});
const REDIRECTS = 'With https, or http on the loopback; for clients of type Public also with a private-use scheme named after a domain.';
const seconds = { format: 'int32', nullable: true } as const;

const CONFIGURATION_RULES: SchemaRules = {
  not: {
    anyOf: [
      {
        type: 'object',
        properties: { clientType: { const: 'Public' }, grantType: { const: 'ClientCredentials' } },
        required: ['clientType', 'grantType'],
      },
      confidentialWith('redirectUris', WEB_REDIRECT_URI),
      confidentialWith('postSignOutRedirectUris', WEB_REDIRECT_URI),
      confidentialWith('allowedOrigins', WEB_ORIGIN),
    ],
  },
};

/** The whole configuration of a client. Absent and null properties have their defaults. */
@ApiSchemaRules(CONFIGURATION_RULES)
@ApiConstraints()
export class UpdateClientRequest {
  @Expose()
  @ApiProperty({ enumName: 'ClientType', description: 'RFC 6749 section 2.1.' })
  @IsOneOf(CLIENT_TYPES)
  clientType!: ClientType;

  @Expose()
  @ApiProperty({
    enumName: 'GrantType',
    description: 'The one grant that the client may use; AuthorizationCode for clients of type Public.',
  })
  @IsOneOf(GRANT_TYPES)
  @Satisfies(findGrantTypeViolation)
  grantType!: GrantType;

  @Expose()
  @ApiProperty({
    minLength: 1,
    maxLength: 128,
    pattern: SCOPE,
    example: 'read write',
    description: 'The maximum scope that the client may request, as scope tokens (RFC 6749 section 3.3).',
  })
  @Satisfies(findScopeViolation)
  scope!: string;

  @Expose()
  @ApiPropertyOptional({
    ...uris(ABSOLUTE_URI),
    description: 'The aud of its access tokens, and the values of resource (RFC 8707); defaults to the issuer.',
  })
  @IsOptional()
  @EachSatisfies(showValue(findAbsoluteUriViolation))
  audiences?: string[] | null;

  @Expose()
  @ApiPropertyOptional({ ...uris(REDIRECT_URI), description: `Compared exactly, except for the port of a loopback address. ${REDIRECTS}` })
  @IsOptional()
  @EachSatisfies(showValue(findRedirectViolation))
  redirectUris?: string[] | null;

  @Expose()
  @ApiPropertyOptional({ ...uris(REDIRECT_URI), description: `Redirect URIs after sign-out. ${REDIRECTS}` })
  @IsOptional()
  @EachSatisfies(showValue(findRedirectViolation))
  postSignOutRedirectUris?: string[] | null;

  @Expose()
  @ApiPropertyOptional({ nullable: true, description: 'Whether local users may sign in; defaults to true.' })
  @IsOptional()
  @IsBoolean(TRUE_OR_FALSE)
  allowLocalLogin?: boolean | null;

  @Expose()
  @ApiPropertyOptional({
    items: { type: 'string', minLength: 1, maxLength: 128 },
    nullable: true,
    description: 'The identity providers to offer; defaults to all of the domain.',
  })
  @IsOptional()
  @IsList()
  @IsProviderName({ each: true })
  providers?: string[] | null;

  @Expose()
  @ApiPropertyOptional({ nullable: true, description: 'Requirements for the sign-in.' })
  @IsOptional()
  @IsList()
  @IsOneOf(POLICIES, { each: true })
  policies?: Policy[] | null;

  @Expose()
  @ApiPropertyOptional({
    ...uris(ORIGIN),
    description:
      'The origins that get CORS on the auth endpoints for this client, compared exactly. Clients of type Public may also have those of ' +
      'hybrid applications (capacitor://localhost, ionic://localhost) and browser extensions (chrome-extension://, moz-extension://, safari-web-extension://).',
  })
  @IsOptional()
  @EachSatisfies(showValue(findAllowedOriginViolation))
  allowedOrigins?: string[] | null;

  @Expose()
  @ApiPropertyOptional({ ...seconds, description: `Seconds; defaults to ${EXPIRY.accessToken}.` })
  @IsOptional()
  @IsExpiry()
  accessTokenExpiry?: number | null;

  @Expose()
  @ApiPropertyOptional({ ...seconds, description: `Seconds; defaults to ${EXPIRY.idToken}.` })
  @IsOptional()
  @IsExpiry()
  idTokenExpiry?: number | null;

  @Expose()
  @ApiPropertyOptional({ ...seconds, description: `Seconds; defaults to ${EXPIRY.refreshToken}.` })
  @IsOptional()
  @IsExpiry()
  refreshTokenExpiry?: number | null;
}

/** A merge patch of a client, for the documentation of PATCH. */
@ApiSchemaRules(CONFIGURATION_RULES)
export class PatchClientRequest extends PartialType(UpdateClientRequest) {}

export class CreateClientResponse {
  @Expose()
  @ApiProperty({ type: String, nullable: true, description: 'The secret, if this request created one. It is shown only in this response.' })
  clientSecret!: string | null;
}

export class ClientResponse extends UpdateClientRequest {
  @Expose()
  @ApiProperty({ minLength: 1, maxLength: 128 })
  clientId!: string;

  @Expose()
  @ApiProperty({ format: 'date-time' })
  createdAt!: Date;

  @Expose()
  @ApiProperty({ format: 'date-time' })
  updatedAt!: Date;
}

export class ListedClientResponse extends ClientResponse {
  @Expose()
  @ApiProperty({ description: 'Whether the client may use its domain.' })
  active!: boolean;

  @Expose()
  @ApiProperty({ type: String, nullable: true, description: 'The name that people see (see getClientPresentation); null without one.' })
  name!: string | null;
}

for (const request of [UpdateClientRequest, PatchClientRequest]) {
  declareReadOnlyMembers(request, ClientResponse, ['clientId', 'createdAt', 'updatedAt']);
}
