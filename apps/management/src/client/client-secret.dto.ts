import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Expose } from 'class-transformer';
import { IsOptional } from 'class-validator';
import { BodyIsOptional } from '../http/request-body.pipe.js';
import { IsIntegerBetween, Satisfies } from '../http/validators.js';
import { ApiConstraints } from '../http/api-constraints.js';
import { findImportedSecretViolation, IMPORTED_SECRET } from './imported-secret.js';

const MAX_OVERLAP_SECONDS = 2_592_000;

@BodyIsOptional()
@ApiConstraints()
export class AddSecretRequest {
  @ApiPropertyOptional({
    format: 'int32',
    default: 0,
    nullable: true,
    description: 'Seconds for which the older secrets stay valid.',
  })
  @IsOptional()
  @IsIntegerBetween(0, MAX_OVERLAP_SECONDS, 'whole number of seconds')
  overlapSeconds?: number | null;

  @ApiPropertyOptional(IMPORTED_SECRET)
  @IsOptional()
  @Satisfies(findImportedSecretViolation)
  secret?: string | null;
}

export class AddSecretResponse {
  @Expose()
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @Expose()
  @ApiProperty({ minLength: 32, maxLength: 256, description: 'The secret. It is shown only in this response.' })
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
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When the secret expires.' })
  expiresAt!: Date | null;

  @Expose()
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When a token was last issued for it, accurate to a minute.',
  })
  lastUsedAt!: Date | null;
}
