import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Expose } from 'class-transformer';
import { IsOptional } from 'class-validator';
import { ApiConstraints } from '../http/api-constraints.js';
import { findExpiryViolation } from '../http/expiry.js';
import { IsIntegerBetween, Satisfies } from '../http/validators.js';
import { findVisibleTextViolation } from '../http/visible-text.js';
import { VISIBLE_TEXT } from '../openapi/patterns.js';

const MAX_NAME_LENGTH = 100;
const MAX_USES = 1_000_000;

function findNameViolation(value: unknown): string | null {
  return findVisibleTextViolation(value, MAX_NAME_LENGTH);
}

/** Who registers with the token, how long and how often. A property that is absent or null does not limit it. */
@ApiConstraints()
export class InitialAccessTokenRequest {
  @ApiProperty({
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    pattern: VISIBLE_TEXT,
    example: 'partner portal',
    description: 'Who the token is for. Logs show it. Several tokens can have the same name.',
  })
  @Satisfies(findNameViolation)
  name!: string;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    nullable: true,
    default: null,
    example: '2030-01-31T00:00:00Z',
    description: 'A time in the future (RFC 3339), from which the token is not accepted. Null: never.',
  })
  @IsOptional()
  @Satisfies(findExpiryViolation)
  expiresAt?: string | null;

  @ApiPropertyOptional({
    format: 'int32',
    nullable: true,
    default: null,
    description: 'How many clients can register with it. Null: any number.',
  })
  @IsOptional()
  @IsIntegerBetween(1, MAX_USES)
  maxUses?: number | null;
}

export class InitialAccessTokenResponse {
  @Expose()
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @Expose()
  @ApiProperty()
  name!: string;

  @Expose()
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Null: never. An expired token is still shown.' })
  expiresAt!: Date | null;

  @Expose()
  @ApiProperty({ type: 'integer', nullable: true, description: 'Null: any number. A token that is used up is still shown.' })
  maxUses!: number | null;

  @Expose()
  @ApiProperty({ type: 'integer', description: 'How many clients have registered with it.' })
  uses!: number;

  @Expose()
  @ApiProperty({ format: 'date-time' })
  createdAt!: Date;
}

export class CreatedInitialAccessTokenResponse extends InitialAccessTokenResponse {
  @Expose()
  @ApiProperty({
    pattern: '^[\\w-]{43}$',
    description: 'Clients send it as a Bearer token when they register. It is shown only in this response.',
  })
  initialAccessToken!: string;
}
