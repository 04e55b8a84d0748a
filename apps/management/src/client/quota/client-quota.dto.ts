import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Expose } from 'class-transformer';
import { IsBoolean, IsOptional } from 'class-validator';
import { ApiConstraints } from '../../http/api-constraints.js';
import { IsIntegerBetween, TRUE_OR_FALSE } from '../../http/validators.js';

const MAX_TOKENS = 1_000_000_000;
const MINUTE = 'Access tokens that the client may get in each minute of UTC, by any grant; null: no limit.';
const DAY = 'The same for each day of UTC.';
const MONITOR_ONLY = 'Whether the client gets tokens beyond the limits too, and the log alone says that it was exceeded.';

/** How many access tokens a client may get. A property that is absent or null has its default. */
@ApiConstraints()
export class ClientQuotaRequest {
  @ApiPropertyOptional({ nullable: true, default: null, description: MINUTE })
  @IsOptional()
  @IsIntegerBetween(1, MAX_TOKENS, 'whole number of tokens')
  tokensPerMinute?: number | null;

  @ApiPropertyOptional({ nullable: true, default: null, description: DAY })
  @IsOptional()
  @IsIntegerBetween(1, MAX_TOKENS, 'whole number of tokens')
  tokensPerDay?: number | null;

  @ApiPropertyOptional({ nullable: true, default: false, description: MONITOR_ONLY })
  @IsOptional()
  @IsBoolean(TRUE_OR_FALSE)
  monitorOnly?: boolean | null;
}

export class ClientQuotaResponse {
  @Expose()
  @ApiProperty({ type: 'integer', nullable: true, description: MINUTE })
  tokensPerMinute!: number | null;

  @Expose()
  @ApiProperty({ type: 'integer', nullable: true, description: DAY })
  tokensPerDay!: number | null;

  @Expose()
  @ApiProperty({ description: MONITOR_ONLY })
  monitorOnly!: boolean;
}
