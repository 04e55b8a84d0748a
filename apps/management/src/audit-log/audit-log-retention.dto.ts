import { ApiProperty } from '@nestjs/swagger';
import { Expose } from 'class-transformer';
import { isInt, max, min } from 'class-validator';
import { IsIntegerBetween, Satisfies } from '../http/validators.js';
import { ApiConstraints } from '../http/api-constraints.js';

const MIN_DAYS = 30;
/** Ten years. */
const MAX_DAYS = 3650;

const isDays = (value: unknown): value is number => isInt(value) && min(value, MIN_DAYS) && max(value, MAX_DAYS);

function findOrderViolation(value: unknown, { days }: Partial<LogRetentionRequest>): string | null {
  return isDays(value) && isDays(days) && value > days ? `must be at most days, which is ${days}` : null;
}

/** The log retention of a domain. */
@ApiConstraints()
export class LogRetentionRequest {
  @Expose()
  @ApiProperty({ format: 'int32', example: 400, description: 'The number of days for which entries are shown.' })
  @IsIntegerBetween(MIN_DAYS, MAX_DAYS)
  days!: number;

  @Expose()
  @ApiProperty({
    format: 'int32',
    example: 90,
    description: 'The number of days for which personal `data` of entries are shown; at most `days`.',
  })
  @IsIntegerBetween(MIN_DAYS, MAX_DAYS)
  @Satisfies(findOrderViolation)
  personalDays!: number;
}

export class LogRetentionResponse extends LogRetentionRequest {}
