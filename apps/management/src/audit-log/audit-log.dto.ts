import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Expose, Type } from 'class-transformer';
import { IsOptional, Matches } from 'class-validator';
import { EVENT_FAMILIES, EVENT_TYPES, findNearestEventFilter, selectEventTypes } from '@latchkey/events';
import { SUB_PATTERN } from '@latchkey/oauth';
import { EachGivenSatisfies, IsIntegerText, Satisfies } from '../http/validators.js';
import { ApiConstraints } from '../http/api-constraints.js';
import { parseRfc3339 } from '../http/rfc3339.js';

export const MAX_PAGE_SIZE = 100;
const CURSOR = /^[0-9]{1,18}$/;
/** The id of a client, or of a request. */
const ID = /^[\x20-\x7e]{1,200}$/;

const TIME = 'must be an RFC 3339 time such as 2026-01-31T00:00:00Z';

function findTimeViolation(value: unknown): string | null {
  if (typeof value !== 'string') return TIME;
  if (parseRfc3339(value) !== null) return null;
  const isUnescaped = parseRfc3339(value.replace(' ', '+')) !== null;
  return isUnescaped ? `${TIME}. In a query, + means a space: write %2B` : TIME;
}

function findTypeViolation(value: unknown): string | null {
  if (typeof value === 'string' && selectEventTypes(value).length > 0) return null;
  const nearest = typeof value === 'string' ? findNearestEventFilter(value) : null;
  return `must be a type of docs/events.md such as user.created, or a family such as user.*${nearest ? `; did you mean ${nearest}?` : ''}`;
}

/** The selected part of the log. */
@ApiConstraints()
export class LogQueryRequest {
  @ApiPropertyOptional({ format: 'date-time', description: 'Entries at or after this time.' })
  @IsOptional()
  @Satisfies(findTimeViolation)
  from?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Entries before this time.' })
  @IsOptional()
  @Satisfies(findTimeViolation)
  to?: string;

  @ApiPropertyOptional({
    isArray: true,
    enum: [...EVENT_TYPES, ...EVENT_FAMILIES],
    description: 'Entries of these types; `user.*` selects all types of a family. Can be repeated.',
  })
  @IsOptional()
  @EachGivenSatisfies(findTypeViolation)
  type?: string | string[];

  @ApiPropertyOptional({ description: 'Entries caused by the API key with this id, or by the user with this sub.' })
  @IsOptional()
  @Matches(SUB_PATTERN, { message: 'must be the id of an API key or the sub of a user' })
  actor?: string;

  @ApiPropertyOptional({ description: 'Entries about the user with this sub.' })
  @IsOptional()
  @Matches(SUB_PATTERN, { message: 'must be the sub of a user' })
  user?: string;

  @ApiPropertyOptional({ description: 'Entries about this client.' })
  @IsOptional()
  @Matches(ID, { message: 'must be the id of a client' })
  client?: string;

  @ApiPropertyOptional({ description: 'Entries of the request with this X-Request-Id.' })
  @IsOptional()
  @Matches(ID, { message: 'must be the id of a request' })
  requestId?: string;

  @ApiPropertyOptional({ description: 'Entries after this sequence number.' })
  @IsOptional()
  @Matches(CURSOR, { message: 'must be the sequence number of an entry' })
  after?: string;

  @ApiPropertyOptional({ description: 'Where the previous page ended, from its Link header.' })
  @IsOptional()
  @Matches(CURSOR, { message: 'must be a cursor from a Link header' })
  cursor?: string;

  @ApiPropertyOptional({ default: MAX_PAGE_SIZE })
  @IsOptional()
  @IsIntegerText(1, MAX_PAGE_SIZE)
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
  @ApiProperty({ type: 'integer', description: 'The position in the log of the domain: consecutive, from 1.' })
  sequence!: number;

  @Expose()
  @ApiProperty({ example: 'client.secret.rotated', description: 'What happened.' })
  type!: string;

  @Expose()
  @ApiProperty({ format: 'date-time' })
  time!: string;

  @Expose()
  @Type(() => LogActorResponse)
  @ApiProperty({ type: LogActorResponse, description: 'The actor.' })
  actor!: LogActorResponse;

  @Expose()
  @ApiProperty({ type: String, nullable: true, description: 'The `sub` of the user that the entry is about.' })
  user!: string | null;

  @Expose()
  @ApiProperty({ type: String, nullable: true, description: 'The client that the entry is about.' })
  client!: string | null;

  @Expose()
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'The fields of the type. Personal fields have a `salt`; after the deletion of the user only `erased` remains.',
    example: { secretId: 'a uuid' },
  })
  data!: Readonly<Record<string, unknown>>;

  @Expose()
  @ApiProperty({ type: String, nullable: true, description: 'The X-Request-Id of the request.' })
  requestId!: string | null;

  @Expose()
  @ApiProperty({ type: String, nullable: true, description: 'The trace of the request: W3C Trace Context.' })
  traceId!: string | null;

  @Expose()
  @ApiProperty({ description: "SHA-256 of the entry, which includes its predecessor's hash, in hexadecimal." })
  hash!: string;

  @Expose()
  @ApiProperty({ description: "The predecessor's hash." })
  previousHash!: string;
}
