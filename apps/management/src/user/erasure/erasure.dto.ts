import { ApiProperty } from '@nestjs/swagger';
import { Expose } from 'class-transformer';

export class ErasureResponse {
  @Expose()
  @ApiProperty({ minLength: 1, description: 'The subject identifier that the user had.' })
  sub!: string;

  @Expose()
  @ApiProperty({ type: String, format: 'date-time' })
  erasedAt!: Date;

  @Expose()
  @ApiProperty({ description: 'A JWT that counts what was erased, by kind, signed with a key of /v1/receipt-keys.' })
  receipt!: string;
}
