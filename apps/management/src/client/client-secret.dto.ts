import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Expose } from 'class-transformer';
import { IsOptional } from 'class-validator';
import { BodyIsOptional } from '../http/request-body.pipe.js';
import { Satisfies } from '../http/validators.js';

const MAX_OVERLAP_SECONDS = 2_592_000;

function overlapFault(value: unknown): string | null {
  const seconds = Number.isInteger(value) ? (value as number) : NaN;
  return seconds >= 0 && seconds <= MAX_OVERLAP_SECONDS ? null : `must be a whole number of seconds from 0 to ${MAX_OVERLAP_SECONDS}`;
}

@BodyIsOptional()
export class AddSecretRequest {
  @ApiPropertyOptional({
    type: 'integer',
    format: 'int32',
    minimum: 0,
    maximum: MAX_OVERLAP_SECONDS,
    default: 0,
    nullable: true,
    description: 'Seconds for which the older secrets live on.',
  })
  @IsOptional()
  @Satisfies(overlapFault)
  overlapSeconds?: number | null;
}

export class AddSecretResponse {
  @Expose()
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @Expose()
  @ApiProperty({ minLength: 43, maxLength: 43, description: 'The secret: it is shown this once.' })
  clientSecret!: string;
}

export class ClientSecretResponse {
  @Expose()
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @Expose()
  @ApiProperty({ format: 'date-time' })
  createdAt!: Date;

  @Expose()
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'From when on it is no longer accepted.' })
  expiresAt!: Date | null;

  @Expose()
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When a token was last fetched with it, to within a minute.',
  })
  lastUsedAt!: Date | null;
}
