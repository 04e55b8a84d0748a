import { ApiProperty } from '@nestjs/swagger';
import { Expose } from 'class-transformer';

/** A credential of a user. It never contains a secret. */
export class CredentialResponse {
  @Expose()
  @ApiProperty({ minLength: 1, example: 'totp', description: 'Identifies the credential among those of its user.' })
  id!: string;

  @Expose()
  @ApiProperty({ enum: ['Passkey', 'Totp', 'RecoveryCodes'], description: 'A user has at most one Totp and one RecoveryCodes.' })
  type!: string;

  @Expose()
  @ApiProperty({ type: String, format: 'date-time' })
  createdAt!: Date;

  @Expose()
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Null if it was not used.' })
  lastUsedAt!: Date | null;

  @Expose()
  @ApiProperty({ type: String, nullable: true, example: 'Phone', description: "The user's name for a passkey; null for other types." })
  name!: string | null;

  @Expose()
  @ApiProperty({
    type: Boolean,
    nullable: true,
    description: 'Whether a passkey is synchronized with other devices; null for other types.',
  })
  backedUp!: boolean | null;

  @Expose()
  @ApiProperty({ type: 'integer', nullable: true, minimum: 0, description: 'The number of unused recovery codes; null for other types.' })
  remaining!: number | null;
}
