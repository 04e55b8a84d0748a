import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Expose } from 'class-transformer';
import { IsOptional } from 'class-validator';
import { Satisfies } from '../http/validators.js';
import { DATE_SINCE_1970 } from '../openapi/patterns.js';
import { isDate, MAX_DAYS, selectPeriod } from './usage-period.js';

function findDateViolation(value: unknown): string | null {
  return typeof value === 'string' && isDate(value) ? null : 'must be a day since 1970, such as 2026-01-31';
}

function findFromViolation(from: unknown, { to }: Partial<UsageQueryRequest>): string | null {
  const violation = findDateViolation(from);
  if (violation !== null || (to !== undefined && findDateViolation(to) !== null)) return violation;
  const period = selectPeriod({ from: from as string, ...(to !== undefined && { to }) }, Date.now());
  return period ? null : `must not be after to, and to must not be more than ${MAX_DAYS - 1} days later`;
}

/** The requested days. */
export class UsageQueryRequest {
  @ApiPropertyOptional({
    format: 'date',
    pattern: DATE_SINCE_1970,
    description: 'The first day in UTC, not after to. Defaults to the 29th day before the last one.',
  })
  @IsOptional()
  @Satisfies(findFromViolation)
  from?: string;

  @ApiPropertyOptional({
    format: 'date',
    pattern: DATE_SINCE_1970,
    description: `The last day in UTC, at most ${MAX_DAYS - 1} days after from. Defaults to today.`,
  })
  @IsOptional()
  @Satisfies(findDateViolation)
  to?: string;
}

const COUNTS = { type: 'object', additionalProperties: { type: 'integer', minimum: 1 } } as const;

export class DailyUsageResponse {
  @Expose()
  @ApiProperty({ format: 'date', description: 'The day in UTC. Days without any use are omitted.' })
  date!: string;

  @Expose()
  @ApiProperty({ ...COUNTS, example: { 'billing-job': 10 }, description: 'The number of access tokens issued, by client id.' })
  tokens!: Record<string, number>;

  @Expose()
  @ApiProperty({
    ...COUNTS,
    example: { passkey: 3 },
    description: 'The number of successful sign-ins, by the method that the user completed first.',
  })
  signIns!: Record<string, number>;

  @Expose()
  @ApiProperty({ type: 'integer', minimum: 0, description: 'The number of different users who signed in or received an access token.' })
  activeUsers!: number;
}
