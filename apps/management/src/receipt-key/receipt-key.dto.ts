import { ApiProperty } from '@nestjs/swagger';
import { Expose, Type } from 'class-transformer';

export class ReceiptKeyResponse {
  @Expose()
  @ApiProperty({ enum: ['EC'] })
  kty!: string;

  @Expose()
  @ApiProperty({ enum: ['P-256'] })
  crv!: string;

  @Expose()
  @ApiProperty()
  x!: string;

  @Expose()
  @ApiProperty()
  y!: string;

  @Expose()
  @ApiProperty()
  kid!: string;

  @Expose()
  @ApiProperty({ enum: ['ES256'] })
  alg!: string;

  @Expose()
  @ApiProperty({ enum: ['sig'] })
  use!: string;
}

export class ReceiptKeysResponse {
  @Expose()
  @Type(() => ReceiptKeyResponse)
  @ApiProperty({ type: [ReceiptKeyResponse] })
  keys!: ReceiptKeyResponse[];
}
