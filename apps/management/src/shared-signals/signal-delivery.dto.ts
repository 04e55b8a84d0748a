import { ApiParam, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Expose } from 'class-transformer';
import { IsOptional, Matches } from 'class-validator';
import { AUTHORIZATION_PATTERN, findAuthorizationViolation, MAX_ANSWER_LENGTH, MAX_AUTHORIZATION_LENGTH } from '@latchkey/events';
import { UUID_PATTERN } from '@latchkey/oauth';
import { DeliveryQueryRequest, DeliveryResponse } from '../delivery/delivery.dto.js';
import { ApiConstraints } from '../http/api-constraints.js';
import { Satisfies } from '../http/validators.js';

/** The selected deliveries of a stream. */
@ApiConstraints()
export class SignalDeliveryQueryRequest extends DeliveryQueryRequest {
  @ApiPropertyOptional({
    format: 'uuid',
    description: 'The id of a delivery: only those before it. The last of a page leads to the next one.',
  })
  @IsOptional()
  @Matches(UUID_PATTERN, { message: 'must be the id of a delivery' })
  before?: string;
}

export class SignalDeliveryResponse extends DeliveryResponse {
  @Expose()
  @ApiProperty({ format: 'uuid', description: 'The `jti` of its security event token.' })
  id!: string;

  @Expose()
  @ApiProperty({
    description: 'The URI of the type of its event.',
    example: 'https://schemas.openid.net/secevent/risc/event-type/account-disabled',
  })
  eventType!: string;

  @Expose()
  @ApiProperty({ format: 'date-time', description: 'The time of its event.' })
  createdAt!: Date;

  @Expose()
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the receiver accepted or refused it; null before. It is kept for a week.',
  })
  endedAt!: Date | null;
}

/** A delivery with what was sent and answered. */
export class SignalDeliveryDetailsResponse extends SignalDeliveryResponse {
  @Expose()
  @ApiProperty({
    type: String,
    format: 'uri',
    nullable: true,
    description: 'Where it was last pushed to; null if it was polled, or not sent yet.',
  })
  endpoint!: string | null;

  @Expose()
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description:
      'The claims of its security event token (RFC 8417); null if the user was deleted, and with the user the values of the event.',
  })
  claims!: object | null;

  @Expose()
  @ApiProperty({
    type: String,
    nullable: true,
    maxLength: MAX_ANSWER_LENGTH,
    description: 'The beginning of what the receiver answered to the last push, if it failed, or its setErrs in a poll.',
  })
  responseBody!: string | null;
}

/** The header of pushes. */
@ApiConstraints()
export class PushAuthorizationRequest {
  @ApiProperty({
    type: String,
    nullable: true,
    maxLength: MAX_AUTHORIZATION_LENGTH,
    pattern: AUTHORIZATION_PATTERN,
    example: 'Bearer a-new-secret-of-the-receiver',
    description: 'The value of the header Authorization; null for none. It is stored encrypted, and never shown.',
  })
  @Satisfies((value) => (value === null ? null : findAuthorizationViolation(value)))
  authorizationHeader!: string | null;
}

/** Documents the path parameter `{deliveryId}`. */
export function DeliveryIdParameter(): MethodDecorator & ClassDecorator {
  return ApiParam({ name: 'deliveryId', type: String, description: 'The id of a delivery.' });
}
