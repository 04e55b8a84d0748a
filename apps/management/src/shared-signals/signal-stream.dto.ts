import { ApiParam, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { SsfStreamStatus } from '@latchkey/persistence';
import { Expose } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';
import { ApiConstraints } from '../http/api-constraints.js';
import { Satisfies } from '../http/validators.js';
import { createTextPattern } from '../openapi/patterns.js';

const STATUSES = ['enabled', 'paused', 'disabled'] as const satisfies SsfStreamStatus[];
const DELIVERY_METHODS = ['push', 'poll'] as const;
const MAX_REASON_LENGTH = 200;
const REASON = createTextPattern(`{0,${MAX_REASON_LENGTH}}`);
const REASON_EXPRESSION = new RegExp(REASON, 'u');

function findReasonViolation(value: unknown): string | null {
  const isText = typeof value === 'string' && value.isWellFormed() && REASON_EXPRESSION.test(value);
  return isText ? null : `must be a text of at most ${MAX_REASON_LENGTH} characters without control characters`;
}

/** The status of a stream: OpenID SSF 1.0 section 8.1.2. */
@ApiConstraints()
export class SignalStreamStatusRequest {
  @ApiProperty({
    enum: STATUSES,
    description: 'paused: events wait. disabled: events that wait are dropped, and there are no new ones.',
  })
  @IsIn(STATUSES, { message: `must be ${STATUSES.slice(0, -1).join(', ')} or ${STATUSES.at(-1)}` })
  status!: SsfStreamStatus;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MAX_REASON_LENGTH,
    pattern: REASON,
    example: 'Maintenance until noon',
    description: 'Why. The receiver and the log of the domain get it, too.',
  })
  @IsOptional()
  @Satisfies(findReasonViolation)
  reason?: string | null;
}

export class SignalStreamStatusResponse {
  @Expose()
  @ApiProperty({ enum: STATUSES })
  status!: SsfStreamStatus;

  @Expose()
  @ApiProperty({ type: String, nullable: true, description: 'Why it has this status, as its receiver, an operator or the service said.' })
  reason!: string | null;
}

/** The configuration that the client of a stream has set, and its status. */
export class SignalStreamConfigurationResponse extends SignalStreamStatusResponse {
  @Expose()
  @ApiProperty({ format: 'uuid', description: 'Its `stream_id`.' })
  id!: string;

  @Expose()
  @ApiProperty({ description: 'The client that created it, and receives the events.' })
  clientId!: string;

  @Expose()
  @ApiProperty({ description: 'The `aud` of its events.' })
  audience!: string;

  @Expose()
  @ApiProperty({ enum: DELIVERY_METHODS, description: 'push: RFC 8935; poll: RFC 8936.' })
  deliveryMethod!: (typeof DELIVERY_METHODS)[number];

  @Expose()
  @ApiProperty({ type: String, nullable: true, format: 'uri', description: 'Where events are pushed to; null if the client polls.' })
  endpoint!: string | null;

  @Expose()
  @ApiProperty({ type: [String], description: 'URIs of event types.' })
  eventsRequested!: string[];

  @Expose()
  @ApiProperty({ type: [String], description: 'Those of `eventsRequested` that Latchkey sends.' })
  eventsDelivered!: string[];

  @Expose()
  @ApiProperty({ type: String, nullable: true })
  description!: string | null;

  @Expose()
  @ApiProperty({ format: 'date-time' })
  createdAt!: Date;
}

export class SignalStreamResponse extends SignalStreamConfigurationResponse {
  @Expose()
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Events that the receiver has not taken yet.' })
  pendingEvents!: number;

  @Expose()
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Pushes that failed since the last success.' })
  failures!: number;

  @Expose()
  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: 'When the first of these failed.' })
  failingSince!: Date | null;

  @Expose()
  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: 'When a verification event was last requested.' })
  verifiedAt!: Date | null;
}

/** Documents the path parameter `{streamId}`. */
export function StreamIdParameter(): MethodDecorator & ClassDecorator {
  return ApiParam({ name: 'streamId', type: String, description: 'The id of a stream.' });
}
