import { ApiProperty } from '@nestjs/swagger';
import { Expose } from 'class-transformer';

export type DeletionStatus = 'Running' | 'Done';

export class DeletionResponse {
  @Expose()
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @Expose()
  @ApiProperty({ example: 'shop.example.com', description: 'The name of the domain.' })
  domain!: string;

  @Expose()
  @ApiProperty({
    enum: ['Running', 'Done'],
    description: 'Whether data of the domain may remain. The domain is no longer served in either case.',
  })
  status!: DeletionStatus;

  @Expose()
  @ApiProperty({ format: 'date-time' })
  requestedAt!: string;

  @Expose()
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Null while it is running.' })
  completedAt!: string | null;

  @Expose()
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'A JWT that lists what was removed, signed with a key of /v1/receipt-keys. Null while it is running, or if an earlier release ended it.',
  })
  receipt!: string | null;
}
