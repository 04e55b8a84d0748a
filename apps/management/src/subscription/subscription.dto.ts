import { ApiParam, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Expose } from 'class-transformer';
import { IsOptional } from 'class-validator';
import { ApiConstraints } from '../http/api-constraints.js';
import { IsIntegerBetween, Satisfies } from '../http/validators.js';
import { findVisibleTextViolation } from '../http/visible-text.js';
import { VISIBLE_TEXT } from '../openapi/patterns.js';

const MAX_NAME_LENGTH = 100;
const MAX_OBJECTS = 1_000_000_000;
const DOMAINS = 'How many domains the subscription may have, without those that are being deleted; null: no limit.';
const CLIENTS = 'How many clients it may have, in all its domains together; null: no limit.';
const USERS = 'How many users it may have, in all its domains together; null: no limit.';
const TOKENS =
  'How many access tokens its clients together may get in a day of UTC; null: no limit. Beyond, the token endpoint answers 429.';

@ApiConstraints()
export class SubscriptionRequest {
  @ApiProperty({
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    pattern: VISIBLE_TEXT,
    example: 'acme',
    description: 'Which customer it is. No other subscription has the name.',
  })
  @Satisfies((value) => findVisibleTextViolation(value, MAX_NAME_LENGTH))
  name!: string;
}

export class SubscriptionResponse {
  @Expose()
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @Expose()
  @ApiProperty()
  name!: string;

  @Expose()
  @ApiProperty({ type: String, format: 'date-time' })
  createdAt!: Date;
}

export class CreatedSubscriptionResponse {
  @Expose()
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @Expose()
  @ApiProperty()
  name!: string;

  @Expose()
  @ApiProperty({
    pattern: '^latchkey_[\\w-]{43}$',
    description: 'Its first API key, with the permissions `*`. It is shown only in this response.',
  })
  apiKey!: string;
}

/** How much a subscription may have. A property that is absent or null does not limit it. */
@ApiConstraints()
export class SubscriptionQuotaRequest {
  @ApiPropertyOptional({ nullable: true, default: null, description: DOMAINS })
  @IsOptional()
  @IsIntegerBetween(0, MAX_OBJECTS, 'whole number of domains')
  domains?: number | null;

  @ApiPropertyOptional({ nullable: true, default: null, description: CLIENTS })
  @IsOptional()
  @IsIntegerBetween(0, MAX_OBJECTS, 'whole number of clients')
  clients?: number | null;

  @ApiPropertyOptional({ nullable: true, default: null, description: USERS })
  @IsOptional()
  @IsIntegerBetween(0, MAX_OBJECTS, 'whole number of users')
  users?: number | null;

  @ApiPropertyOptional({ nullable: true, default: null, description: TOKENS })
  @IsOptional()
  @IsIntegerBetween(0, MAX_OBJECTS, 'whole number of access tokens')
  tokensPerDay?: number | null;
}

export class SubscriptionQuotaResponse {
  @Expose()
  @ApiProperty({ type: 'integer', nullable: true, description: DOMAINS })
  domains!: number | null;

  @Expose()
  @ApiProperty({ type: 'integer', nullable: true, description: CLIENTS })
  clients!: number | null;

  @Expose()
  @ApiProperty({ type: 'integer', nullable: true, description: USERS })
  users!: number | null;

  @Expose()
  @ApiProperty({ type: 'integer', nullable: true, description: TOKENS })
  tokensPerDay!: number | null;
}

/** Documents the path parameter `{subscriptionId}`. */
export function SubscriptionIdParameter(): MethodDecorator & ClassDecorator {
  return ApiParam({ name: 'subscriptionId', schema: { type: 'string' }, description: 'The id of a subscription.' });
}
