import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Expose, Type } from 'class-transformer';
import { IsOptional } from 'class-validator';
import { findIntegerFault } from '../http/request-query.pipe.js';
import { Satisfies } from '../http/validators.js';
import { parseRfc3339 } from './rfc3339.js';

export const MAX_PAGE_SIZE = 100;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const CURSOR = /^[0-9]{1,18}$/;
const OPERATION = /^[a-z_.-]{1,64}$/;

function findTimeFault(value: unknown): string | null {
  const isTime = typeof value === 'string' && parseRfc3339(value) !== null;
  return isTime ? null : 'must be a time as of RFC 3339, such as 2026-01-31T00:00:00Z';
}

/** The selected part of the log. */
export class LogQueryRequest {
  @ApiPropertyOptional({ format: 'date-time', description: 'Entries from this time on.' })
  @IsOptional()
  @Satisfies(findTimeFault)
  from?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Entries before this time.' })
  @IsOptional()
  @Satisfies(findTimeFault)
  to?: string;

  @ApiPropertyOptional({ pattern: OPERATION.source, example: 'client.provision', description: 'Exactly this operation.' })
  @IsOptional()
  @Satisfies((value) => (typeof value === 'string' && OPERATION.test(value) ? null : 'must be an operation such as client.provision'))
  operation?: string;

  @ApiPropertyOptional({ format: 'uuid', description: 'Entries about or by this user.' })
  @IsOptional()
  @Satisfies((value) => (typeof value === 'string' && UUID.test(value) ? null : 'must be the sub of a user'))
  sub?: string;

  @ApiPropertyOptional({ pattern: CURSOR.source, description: 'Where the page before ended: taken from its Link header.' })
  @IsOptional()
  @Satisfies((value) => (typeof value === 'string' && CURSOR.test(value) ? null : 'must be a cursor from a Link header'))
  cursor?: string;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: MAX_PAGE_SIZE })
  @IsOptional()
  @Satisfies((value) => findIntegerFault(value, 1, MAX_PAGE_SIZE))
  limit?: string;
}

export class LogActorResponse {
  @Expose()
  @ApiProperty({ enum: ['api_key', 'operator', 'user', 'service'] })
  type!: string;

  @Expose()
  @ApiProperty({ type: String, nullable: true, description: 'The id of the API key, or the sub of the user.' })
  id!: string | null;

  @Expose()
  @ApiProperty({ type: String, nullable: true })
  name!: string | null;
}

export class LogEntryResponse {
  @Expose()
  @ApiProperty()
  id!: string;

  @Expose()
  @ApiProperty({ format: 'date-time' })
  at!: Date;

  @Expose()
  @ApiProperty({ example: 'client.provision', description: 'What was done.' })
  operation!: string;

  @Expose()
  @Type(() => LogActorResponse)
  @ApiProperty({ type: LogActorResponse, description: 'Who did it.' })
  actor!: LogActorResponse;

  @Expose()
  @ApiProperty({ type: String, nullable: true, description: 'The X-Request-Id of the request.' })
  requestId!: string | null;

  @Expose()
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'The user it is about.' })
  sub!: string | null;

  @Expose()
  @ApiProperty({ type: String, nullable: true, description: 'The client it is about.' })
  clientId!: string | null;

  @Expose()
  @ApiProperty({ type: String, nullable: true, description: 'The identity provider it is about, by its name.' })
  identityProvider!: string | null;

  @Expose()
  @ApiProperty({
    type: [String],
    description:
      'The names of what changed. Of a client.authentication-failed and a failed sign-in by a provider: the reason. ' +
      'Of a client.redirect-uri-refused: the redirect URI that was sent. ' +
      'Of an entry about failures that were left out: left-out, and their number.',
    example: ['wrong-signature'],
  })
  changed!: string[];
}
