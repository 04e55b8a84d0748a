import { ApiProperty } from '@nestjs/swagger';
import { Expose } from 'class-transformer';

/** A session of a user in one browser. */
export class SessionResponse {
  @Expose()
  @ApiProperty({
    minLength: 1,
    description: 'Identifies the session among those of its user. It is not the value of the cookie, and signs nobody in.',
  })
  id!: string;

  @Expose()
  @ApiProperty({ type: String, format: 'date-time', description: 'When the user last signed in within it.' })
  createdAt!: Date;

  @Expose()
  @ApiProperty({ type: String, format: 'date-time', description: 'The last visit to a page of the domain, to within some minutes.' })
  lastUsedAt!: Date;

  @Expose()
  @ApiProperty({ type: String, format: 'date-time' })
  expiresAt!: Date;

  @Expose()
  @ApiProperty({ type: String, nullable: true, description: 'The User-Agent header of the browser that signed in; null if it sent none.' })
  userAgent!: string | null;

  @Expose()
  @ApiProperty({ type: [String], example: ['shop'], description: 'The clients that the user has signed in to within it, sorted.' })
  clients!: string[];
}
