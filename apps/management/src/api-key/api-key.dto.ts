import { ApiParam, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Expose } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsOptional } from 'class-validator';
import { GRANTED_PERMISSIONS } from '../caller/permission.js';
import { ApiConstraints } from '../http/api-constraints.js';
import { findExpiryViolation } from '../http/expiry.js';
import { findTimeViolation } from '../http/rfc3339.js';
import { declareReadOnlyMembers } from '../http/read-only-members.js';
import { EachSatisfies, HasUniqueItems, Satisfies } from '../http/validators.js';
import { DOMAIN_NAME, VISIBLE_TEXT } from '../openapi/patterns.js';
import { findDomainViolation, findNameViolation, findPermissionViolation, MAX_LIMITS, MAX_NAME_LENGTH } from './api-key-rules.js';
import { findNetworkViolation } from '../caller/network.js';

const PERMISSIONS_ONCE = { message: 'must have at least one permission, and each only once' };
const DOMAINS_ONCE = { message: `must have 1 to ${MAX_LIMITS} different domains, or be null` };
const NETWORKS_ONCE = { message: `must have 1 to ${MAX_LIMITS} different networks, or be null` };
const NETWORK = '^[0-9A-Fa-f:.]+/[0-9]{1,3}$';

/** What a key may do, where and how long. A property that is absent or null does not limit it. */
@ApiConstraints()
export class ApiKeyRequest {
  @ApiProperty({
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    pattern: VISIBLE_TEXT,
    example: 'ci',
    description: 'What the key is for. Logs show it. Several keys can have the same name.',
  })
  @Satisfies(findNameViolation)
  name!: string;

  @ApiProperty({
    items: { type: 'string', enum: [...GRANTED_PERMISSIONS] },
    example: ['client:write'],
    description: '`*`, `*:read` or permissions; write includes read.',
  })
  @ArrayMinSize(1, PERMISSIONS_ONCE)
  @ArrayMaxSize(GRANTED_PERMISSIONS.length, PERMISSIONS_ONCE)
  @HasUniqueItems(PERMISSIONS_ONCE)
  @EachSatisfies(findPermissionViolation)
  permissions!: string[];

  @ApiPropertyOptional({
    items: { type: 'string', pattern: DOMAIN_NAME, example: 'auth.example.com' },
    nullable: true,
    default: null,
    description: 'The names of the domains that the key may use, which need not exist yet. Null: every domain of the subscription.',
  })
  @IsOptional()
  @ArrayMinSize(1, DOMAINS_ONCE)
  @ArrayMaxSize(MAX_LIMITS, DOMAINS_ONCE)
  @HasUniqueItems(DOMAINS_ONCE)
  @EachSatisfies(findDomainViolation)
  domains?: string[] | null;

  @ApiPropertyOptional({
    items: { type: 'string', pattern: NETWORK, example: '10.0.0.0/8' },
    nullable: true,
    default: null,
    description: 'The CIDR blocks that the key may be used from, each written with its first address. Null: everywhere.',
  })
  @IsOptional()
  @ArrayMinSize(1, NETWORKS_ONCE)
  @ArrayMaxSize(MAX_LIMITS, NETWORKS_ONCE)
  @HasUniqueItems(NETWORKS_ONCE)
  @EachSatisfies(findNetworkViolation)
  networks?: string[] | null;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    nullable: true,
    default: null,
    example: '2030-01-31T00:00:00Z',
    description: 'A time in the future (RFC 3339), from which the key is not accepted. Null: never.',
  })
  @IsOptional()
  @Satisfies(findExpiryViolation)
  expiresAt?: string | null;
}

/** Also accepts what GET adds. */
@ApiConstraints()
export class ReplaceApiKeyRequest extends ApiKeyRequest {
  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    nullable: true,
    readOnly: true,
    description: 'Ignored, because the key may have been used since the GET.',
  })
  @IsOptional()
  @Satisfies(findTimeViolation)
  lastUsedAt?: string | null;
}

/** What the ETag covers: everything that does not change by the use of the key. */
export class ConfiguredApiKeyResponse {
  @Expose()
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @Expose()
  @ApiProperty()
  name!: string;

  @Expose()
  @ApiProperty({ type: [String] })
  permissions!: string[];

  @Expose()
  @ApiProperty({ type: [String], nullable: true, description: 'Null: every domain of the subscription.' })
  domains!: string[] | null;

  @Expose()
  @ApiProperty({ type: [String], nullable: true, description: 'Null: everywhere.' })
  networks!: string[] | null;

  @Expose()
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Null: never. An expired key is still shown.' })
  expiresAt!: Date | null;

  @Expose()
  @ApiProperty({ type: String, format: 'date-time' })
  createdAt!: Date;
}

export class ApiKeyResponse extends ConfiguredApiKeyResponse {
  @Expose()
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the key was last used, at most ten seconds late; null: never.',
  })
  lastUsedAt!: Date | null;
}

export class CreatedApiKeyResponse extends ApiKeyResponse {
  @Expose()
  @ApiProperty({ pattern: '^latchkey_[\\w-]{43}$', description: 'Send it in `x-api-key`. It is shown only in this response.' })
  apiKey!: string;
}

declareReadOnlyMembers(ReplaceApiKeyRequest, ConfiguredApiKeyResponse, ['id', 'createdAt']);

/** Documents the path parameter `{apiKeyId}`. */
export function ApiKeyIdParameter(): MethodDecorator & ClassDecorator {
  return ApiParam({ name: 'apiKeyId', schema: { type: 'string' }, description: 'The id of an API key, not the key itself.' });
}
