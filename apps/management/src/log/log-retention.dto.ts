import { ApiProperty } from '@nestjs/swagger';
import { Expose } from 'class-transformer';
import { Satisfies } from '../http/validators.js';

const MIN_DAYS = 30;
/** Ten years. */
const MAX_DAYS = 3650;

function findDaysFault(value: unknown): string | null {
  const isInRange = Number.isInteger(value) && (value as number) >= MIN_DAYS && (value as number) <= MAX_DAYS;
  return isInRange ? null : `must be a whole number from ${MIN_DAYS} to ${MAX_DAYS}`;
}

function findPersonalDaysFault(value: unknown, { days }: Partial<LogRetentionRequest>): string | null {
  const fault = findDaysFault(value);
  if (fault !== null || findDaysFault(days) !== null) return fault;
  return (value as number) <= days! ? null : `must be at most days, which is ${days}`;
}

const DAYS = { type: 'integer', format: 'int32', minimum: MIN_DAYS, maximum: MAX_DAYS } as const;

/** How long the log of a domain is shown. */
export class LogRetentionRequest {
  @ApiProperty({ ...DAYS, example: 400, description: 'Days for which entries are shown.' })
  @Satisfies(findDaysFault)
  days!: number;

  @ApiProperty({ ...DAYS, example: 90, description: 'Days for which personal `data` of entries are shown: at most `days`.' })
  @Satisfies(findPersonalDaysFault)
  personalDays!: number;
}

export class LogRetentionResponse {
  @Expose()
  @ApiProperty({ ...DAYS, example: 400 })
  days!: number;

  @Expose()
  @ApiProperty({ ...DAYS, example: 90 })
  personalDays!: number;
}
