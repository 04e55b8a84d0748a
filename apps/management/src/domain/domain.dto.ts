import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { Satisfies } from '../http/satisfies.js';

function textFault(value: unknown): string | null {
  return typeof value === 'string' ? null : 'must be a string';
}

/** What POST takes: a name for a custom domain, or nothing for a default subdomain. */
export class RegisterDomainRequest {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: 'auth.example.com',
    description: 'The name of a custom domain; without it a default subdomain is assigned.',
  })
  @IsOptional()
  @Satisfies(textFault)
  domain?: string | null;
}

export class DomainResponse {
  @ApiProperty({ minLength: 1, example: 'auth.example.com' })
  domain!: string;
}

export class DnsRecordResponse {
  @ApiProperty({ enum: ['A', 'AAAA', 'CNAME', 'TXT'] })
  type!: string;

  @ApiProperty({ example: 'auth.example.com' })
  name!: string;

  @ApiProperty()
  value!: string;

  @ApiProperty({ description: 'What the record is for.' })
  purpose!: string;

  @ApiProperty({ description: 'Whether it has been seen.' })
  status!: string;
}

/** A job of a domain that has not ended. */
export class DomainJobResponse {
  @ApiProperty({ example: 'domain-deletion' })
  name!: string;

  @ApiProperty({
    enum: ['running', 'waiting', 'failed'],
    description: 'One that has failed several times in a row is `failed`, and tried again more and more rarely.',
  })
  state!: string;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'How often it has been begun.' })
  attempts!: number;

  @ApiProperty({ type: String, nullable: true, description: 'Why the last attempt failed.' })
  lastError!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When there is another attempt, at the latest. Null while it runs, and where only a free worker is waited for.',
  })
  nextAttemptAt!: Date | null;
}

export class DomainDetailsResponse extends DomainResponse {
  @ApiProperty({ format: 'uri', description: 'The base address of the OAuth server.' })
  authUrl!: string;

  @ApiProperty({ format: 'uri', description: 'The issuer identifier (RFC 8414 section 2).' })
  issuer!: string;

  @ApiProperty({ enum: ['sandbox', 'custom'] })
  kind!: string;

  @ApiProperty({ enum: ['pending', 'active', 'failed', 'deleting'] })
  status!: string;

  @ApiProperty({ type: [DnsRecordResponse], description: 'The DNS records that the domain needs.' })
  dnsRecords!: DnsRecordResponse[];

  @ApiProperty({ type: String, nullable: true, description: 'Why the status is what it is.' })
  statusDetail!: string | null;

  @ApiProperty({ format: 'date-time' })
  createdAt!: Date;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  verifiedAt!: Date | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  nextCheckAt!: Date | null;

  @ApiProperty({ type: [DomainJobResponse], description: 'Work on the domain that has not ended.' })
  jobs!: DomainJobResponse[];
}
