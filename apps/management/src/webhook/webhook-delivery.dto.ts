import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Expose } from 'class-transformer';
import { ArrayMaxSize, IsOptional, Matches } from 'class-validator';
import { UUID_PATTERN } from '@latchkey/oauth';
import { HasUniqueItems, IsList, Satisfies } from '../http/validators.js';
import { parseRfc3339 } from '../http/rfc3339.js';
import { ApiConstraints } from '../http/api-constraints.js';
import { DeliveryResponse } from '../delivery/delivery.dto.js';
import { ApiSchemaRules } from '../openapi/schema-rules.js';

const MAX_DELIVERY_IDS = 100;

const IDS_ONCE = { message: `must have at most ${MAX_DELIVERY_IDS} different ids` };

function findTimeViolation(value: unknown, { deliveryIds }: Partial<ReplayRequest>): string | null {
  if (deliveryIds !== undefined && deliveryIds !== null) return value === undefined ? null : 'must be omitted if deliveryIds is given';
  const isTime = typeof value === 'string' && parseRfc3339(value) !== null;
  return isTime ? null : 'must be an RFC 3339 time, such as 2026-01-31T00:00:00Z, unless deliveryIds is given';
}

function findFromViolation(value: unknown, request: Partial<ReplayRequest>): string | null {
  const violation = findTimeViolation(value, request);
  if (violation !== null || typeof value !== 'string' || findTimeViolation(request.to, request) !== null) return violation;
  return toMicroseconds(value) > toMicroseconds(request.to!) ? 'must not be after to' : null;
}

function toMicroseconds(time: string): number {
  const { date, microseconds } = parseRfc3339(time)!;
  return date.getTime() * 1_000 + microseconds;
}

const WITH_IDS = { type: 'object', properties: { deliveryIds: { type: 'array' } }, required: ['deliveryIds'] };
const WITH_TIMES = { type: 'object', properties: { from: {}, to: {} }, required: ['from', 'to'] };
const withIdsAnd = (name: string) => ({
  type: 'object',
  properties: { deliveryIds: { type: 'array' }, [name]: {} },
  required: ['deliveryIds', name],
});

/** Deliveries to repeat, selected by id or by the time of their events. */
@ApiSchemaRules({
  allOf: [{ not: withIdsAnd('from') }, { not: withIdsAnd('to') }, { not: { allOf: [{ not: WITH_IDS }, { not: WITH_TIMES }] } }],
})
@ApiConstraints()
export class ReplayRequest {
  @ApiPropertyOptional({
    items: { type: 'string', format: 'uuid' },
    nullable: true,
    description: 'The ids of the deliveries. Pending ones are not changed.',
  })
  @IsOptional()
  @IsList()
  @ArrayMaxSize(MAX_DELIVERY_IDS, IDS_ONCE)
  @HasUniqueItems(IDS_ONCE)
  @Matches(UUID_PATTERN, { each: true, message: 'must be the id of a delivery' })
  deliveryIds?: string[] | null;

  @ApiPropertyOptional({ format: 'date-time', example: '2026-01-31T00:00:00Z', description: 'Events at or after this time; not after to.' })
  @Satisfies(findFromViolation)
  from?: string;

  @ApiPropertyOptional({ format: 'date-time', example: '2026-02-01T00:00:00Z', description: 'Events before this time.' })
  @Satisfies(findTimeViolation)
  to?: string;
}

export class WebhookDeliveryResponse extends DeliveryResponse {
  @Expose()
  @ApiProperty({ format: 'uuid', description: 'The webhook-id of the request.' })
  id!: string;

  @Expose()
  @ApiProperty({ example: 'user.created' })
  eventType!: string;
}
