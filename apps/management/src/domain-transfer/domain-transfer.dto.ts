import { ApiProperty } from '@nestjs/swagger';
import { Expose, Type } from 'class-transformer';
import { IsOptional, IsString, MaxLength } from 'class-validator';

/** A file: one object per line, the first of the type Domain and the last of the type End. */
export const FILE_SCHEMA = {
  type: 'array',
  items: {
    type: 'object',
    required: ['type'] as string[],
    additionalProperties: true,
    properties: {
      type: { type: 'string', description: 'Domain, End, or the kind of the row' },
      row: { type: 'object', description: 'The columns of the row' },
      secrets: { type: 'object', description: 'Its encrypted columns: JWE in compact serialization, or null' },
    },
  },
};

const MAX_KEY_LENGTH = 1_000;

export class DomainExportQuery {
  @ApiProperty({
    required: true,
    maxLength: MAX_KEY_LENGTH,
    description: 'The public key of the receiver: the answer of GET /v1/domain-import/key there, as JSON in base64url.',
  })
  // Its absence is a problem of the operation, so that unknown parameters are reported first.
  @IsOptional()
  @MaxLength(MAX_KEY_LENGTH, { message: `must not exceed ${MAX_KEY_LENGTH} characters` })
  @IsString({ message: 'must be the answer of GET /v1/domain-import/key of the receiver, in base64url' })
  key?: string;
}

/** RFC 7517. */
export class TransferKeyResponse {
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
  @ApiProperty({ enum: ['enc'] })
  use!: string;

  @Expose()
  @ApiProperty({ enum: ['ECDH-ES+A256KW'] })
  alg!: string;
}

export class ImportedLogResponse {
  @Expose()
  @ApiProperty({ type: 'integer', minimum: 0, description: 'The sequence number of the last entry that came with the file.' })
  entries!: number;

  @Expose()
  @ApiProperty({ type: String, nullable: true, description: 'The hash of that entry; null without entries.' })
  hash!: string | null;
}

export class ImportedDomainResponse {
  @Expose()
  @ApiProperty({ example: 'shop.example.com' })
  domain!: string;

  @Expose()
  @ApiProperty({ format: 'uuid', description: 'The id of the domain, which stays.' })
  id!: string;

  @Expose()
  @ApiProperty({ enum: ['active', 'pending'], description: 'active: it is served. pending: once the ownership of its name is proved.' })
  status!: string;

  @Expose()
  @ApiProperty({ type: 'integer', minimum: 0, description: 'The number of imported rows.' })
  rows!: number;

  @Expose()
  @Type(() => ImportedLogResponse)
  @ApiProperty({ type: ImportedLogResponse, description: 'The end of the log, which was verified.' })
  log!: ImportedLogResponse;
}
