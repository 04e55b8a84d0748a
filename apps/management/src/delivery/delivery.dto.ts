import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Expose } from 'class-transformer';
import { IsOptional } from 'class-validator';
import { ApiConstraints } from '../http/api-constraints.js';
import { IsOneOf } from '../http/validators.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from './delivery-status.js';

/** The selected deliveries. */
@ApiConstraints()
export class DeliveryQueryRequest {
  @ApiPropertyOptional({ description: 'Only these; Failed: those that are not retried.' })
  @IsOptional()
  @IsOneOf(DELIVERY_STATUSES)
  status?: DeliveryStatus;
}

/** How the delivery of an event went. */
export class DeliveryResponse {
  @Expose()
  @ApiProperty({ enum: DELIVERY_STATUSES, description: 'Retrying: due, or waiting for the next attempt. Failed: not retried.' })
  status!: DeliveryStatus;

  @Expose()
  @ApiProperty({ type: 'integer', description: 'The number of completed attempts.' })
  attempts!: number;

  @Expose()
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  lastAttemptAt!: Date | null;

  @Expose()
  @ApiProperty({ type: 'integer', nullable: true, description: 'The status of the last response; null if there was none.' })
  responseStatus!: number | null;

  @Expose()
  @ApiProperty({ type: 'integer', nullable: true, description: 'The duration of the last attempt in milliseconds.' })
  durationMs!: number | null;

  @Expose()
  @ApiProperty({ type: String, nullable: true, description: 'Why the last attempt failed.' })
  error!: string | null;
}
