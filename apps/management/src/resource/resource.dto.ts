import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { SIGNING_ALGORITHMS, type SigningAlgorithm } from '@latchkey/crypto';
import { EXPIRY, findAbsoluteUriViolation, MAX_URI_LENGTH } from '@latchkey/oauth';
import { Expose, Type } from 'class-transformer';
import { IsBoolean, IsOptional } from 'class-validator';
import { ApiConstraints } from '../http/api-constraints.js';
import { IsIntegerBetween, IsOneOf, Satisfies, SatisfiesNested, showValue, TRUE_OR_FALSE } from '../http/validators.js';
import { ABSOLUTE_URI, SCOPE_TOKEN, VISIBLE_TEXT } from '../openapi/patterns.js';
import {
  findResourceNameViolation,
  findResourceScopesViolations,
  MAX_DESCRIPTION_LENGTH,
  MAX_NAME_LENGTH,
  RESERVED_SCOPE,
} from './resource-rules.js';
import { MAX_SCOPES } from './scope-list-rules.js';

const TOKEN_FORMATS = ['Jwt', 'PlainJwt', 'Opaque'] as const;
type TokenFormat = (typeof TOKEN_FORMATS)[number];

const AUDIENCE =
  'The resource of token requests (RFC 8707) and the aud of tokens, compared exactly. Unique in the domain, and not its issuer.';
const NAME = 'What the consent page calls the API.';
const EXPIRY_DESCRIPTION = 'Seconds that its access tokens live; null: as the client says.';
const FORMAT =
  'Jwt: RFC 9068, with typ at+jwt. PlainJwt: the same with typ JWT, for libraries that refuse another. Opaque: only introspection reads it (RFC 7662).';
const ALGORITHM = 'The alg of its access tokens; null: as the client or the domain says.';
const ENFORCE_ROLES =
  "Whether a user's token has only the scopes that the user's roles permit, and tokens have the claim roles (RFC 9068 section 2.2.3.1).";

/** A scope of a resource. */
export class ResourceScopeBody {
  @ApiProperty({
    minLength: 1,
    maxLength: 128,
    pattern: SCOPE_TOKEN,
    not: { pattern: RESERVED_SCOPE },
    example: 'orders:read',
    description:
      'A scope token (RFC 6749 section 3.3), unique in the list. Neither a scope of OpenID Connect nor one that begins with ssf.',
  })
  scope!: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    minLength: 1,
    maxLength: MAX_DESCRIPTION_LENGTH,
    pattern: VISIBLE_TEXT,
    example: 'Read orders',
    description: 'What the consent page says about it; defaults to the scope itself.',
  })
  description?: string | null;
}

/** The whole configuration of a resource. A property that is absent or null has its default. */
@ApiConstraints()
export class ResourceRequest {
  @ApiProperty({
    format: 'uri',
    maxLength: MAX_URI_LENGTH,
    pattern: ABSOLUTE_URI,
    example: 'https://orders.example.com',
    description: AUDIENCE,
  })
  @Satisfies(showValue(findAbsoluteUriViolation))
  audience!: string;

  @ApiProperty({ minLength: 1, maxLength: MAX_NAME_LENGTH, pattern: VISIBLE_TEXT, example: 'Orders', description: NAME })
  @Satisfies(findResourceNameViolation)
  name!: string;

  @ApiPropertyOptional({ type: [ResourceScopeBody], maxItems: MAX_SCOPES, nullable: true, default: [] })
  @IsOptional()
  @SatisfiesNested(findResourceScopesViolations)
  scopes?: ResourceScopeBody[] | null;

  @ApiPropertyOptional({ format: 'int32', nullable: true, default: null, description: EXPIRY_DESCRIPTION })
  @IsOptional()
  @IsIntegerBetween(EXPIRY.min, EXPIRY.max, 'whole number of seconds')
  accessTokenExpiry?: number | null;

  @ApiPropertyOptional({ nullable: true, default: 'Jwt', description: FORMAT })
  @IsOptional()
  @IsOneOf(TOKEN_FORMATS)
  tokenFormat?: TokenFormat | null;

  @ApiPropertyOptional({ nullable: true, default: null, description: ALGORITHM })
  @IsOptional()
  @IsOneOf(SIGNING_ALGORITHMS)
  signingAlgorithm?: SigningAlgorithm | null;

  @ApiPropertyOptional({ nullable: true, default: false, description: ENFORCE_ROLES })
  @IsOptional()
  @IsBoolean(TRUE_OR_FALSE)
  enforceRoles?: boolean | null;
}

export class ResourceScopeResponse {
  @Expose()
  @ApiProperty({ minLength: 1 })
  scope!: string;

  @Expose()
  @ApiProperty({ minLength: 1 })
  description!: string;
}

export class ResourceResponse {
  @Expose()
  @ApiProperty({ format: 'uri', description: AUDIENCE })
  audience!: string;

  @Expose()
  @ApiProperty({ minLength: 1, description: NAME })
  name!: string;

  @Expose()
  @Type(() => ResourceScopeResponse)
  @ApiProperty({ type: [ResourceScopeResponse] })
  scopes!: ResourceScopeResponse[];

  @Expose()
  @ApiProperty({ type: 'integer', format: 'int32', nullable: true, description: EXPIRY_DESCRIPTION })
  accessTokenExpiry!: number | null;

  @Expose()
  @ApiProperty({ type: String, enum: TOKEN_FORMATS, description: FORMAT })
  tokenFormat!: TokenFormat;

  @Expose()
  @ApiProperty({ type: String, enum: [...SIGNING_ALGORITHMS, null], nullable: true, description: ALGORITHM })
  signingAlgorithm!: SigningAlgorithm | null;

  @Expose()
  @ApiProperty({ description: ENFORCE_ROLES })
  enforceRoles!: boolean;
}

export class ListedResourceResponse extends ResourceResponse {
  @Expose()
  @ApiProperty({ minLength: 1, maxLength: 128 })
  resourceId!: string;
}
