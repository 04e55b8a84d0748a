import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Expose, Type } from 'class-transformer';
import { IsOptional, IsString } from 'class-validator';
import { BodyIsOptional, HasOwnPipe } from '../http/request-body.pipe.js';
import { ApiConstraints } from '../http/api-constraints.js';
import { DOMAIN_NAME } from '../openapi/patterns.js';

/** The body of POST: a custom domain name, a name in the sandbox zone, or nothing for a default subdomain. */
@BodyIsOptional()
@HasOwnPipe()
@ApiConstraints()
export class RegisterDomainRequest {
  @ApiPropertyOptional({
    nullable: true,
    pattern: DOMAIN_NAME,
    example: 'auth.example.com',
    description:
      'The name of a custom domain: at most 253 characters in its ASCII form, not a public suffix and not an IP address; outside production also `localhost`. A name directly under the sandbox zone (one label of 3 to 63 letters, digits and hyphens that is not reserved) is active immediately. Without a name a default subdomain is assigned.',
  })
  @IsOptional()
  @IsString({ message: 'must be a string' })
  domain?: string | null;
}

export class DomainResponse {
  @Expose()
  @ApiProperty({ minLength: 1, example: 'auth.example.com' })
  domain!: string;
}

export class ListedDomainResponse extends DomainResponse {
  @Expose()
  @ApiPropertyOptional({ enum: ['sandbox', 'custom'], description: 'Only in pages, which are requested by `limit`.' })
  kind?: string;

  @Expose()
  @ApiPropertyOptional({ enum: ['pending', 'active', 'degraded', 'failed'], description: 'Only in pages, which are requested by `limit`.' })
  status?: string;

  @Expose()
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'The name of its branding. Only in pages, which are requested by `limit`.',
  })
  name?: string | null;
}

export class DnsRecordResponse {
  @Expose()
  @ApiProperty({ enum: ['A', 'AAAA', 'CNAME', 'TXT'] })
  type!: string;

  @Expose()
  @ApiProperty({ example: 'auth.example.com' })
  name!: string;

  @Expose()
  @ApiProperty()
  value!: string;

  @Expose()
  @ApiProperty({ description: 'The purpose of the record.' })
  purpose!: string;

  @Expose()
  @ApiProperty({
    enum: ['pending', 'present', 'missing', 'failed'],
    description: 'Whether it has been found: `pending` if it has not been checked yet, `failed` if it could not be created.',
  })
  status!: string;
}

export class DiagnosisResponse {
  @Expose()
  @ApiProperty({ example: 'cname-elsewhere', description: 'The kind of problem: one of a fixed set of codes.' })
  code!: string;

  @Expose()
  @ApiProperty({ description: 'The problem in a sentence.' })
  detail!: string;

  @Expose()
  @ApiProperty({ description: 'The fix.' })
  fix!: string;
}

/** A job of a domain that has not ended. */
export class DomainJobResponse {
  @Expose()
  @ApiProperty({ example: 'domain-deletion' })
  name!: string;

  @Expose()
  @ApiProperty({
    enum: ['running', 'waiting', 'failed'],
    description: 'A job that has repeatedly failed is `failed`, and is retried less and less often.',
  })
  state!: string;

  @Expose()
  @ApiProperty({ type: 'integer', minimum: 0, description: 'How often it has been started.' })
  attempts!: number;

  @Expose()
  @ApiProperty({ type: String, nullable: true, description: 'Why the last attempt failed.' })
  lastError!: string | null;

  @Expose()
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'The latest time of the next attempt. Null while it runs, or if it only waits for a free worker.',
  })
  nextAttemptAt!: Date | null;
}

export class DomainDetailsResponse extends DomainResponse {
  @Expose()
  @ApiProperty({ format: 'uri', description: 'The base URL of the OAuth server.' })
  authUrl!: string;

  @Expose()
  @ApiProperty({ format: 'uri', description: 'The issuer identifier (RFC 8414 section 2).' })
  issuer!: string;

  @Expose()
  @ApiProperty({ enum: ['sandbox', 'custom'] })
  kind!: string;

  @Expose()
  @ApiProperty({
    enum: ['pending', 'active', 'degraded', 'failed', 'deleting'],
    description:
      '`active` and `degraded` domains are served. `degraded`: the DNS records are no longer correct; after 7 days the domain fails.',
  })
  status!: string;

  @Expose()
  @Type(() => DnsRecordResponse)
  @ApiProperty({ type: [DnsRecordResponse], description: 'The DNS records that the domain needs.' })
  dnsRecords!: DnsRecordResponse[];

  @Expose()
  @ApiProperty({ type: String, nullable: true, description: 'The reason for the status.' })
  statusDetail!: string | null;

  @Expose()
  @Type(() => DiagnosisResponse)
  @ApiProperty({ type: [DiagnosisResponse], description: 'The problems that the last DNS check found.' })
  diagnoses!: DiagnosisResponse[];

  @Expose()
  @ApiProperty({ format: 'date-time' })
  createdAt!: Date;

  @Expose()
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When the ownership of the name was proven.' })
  verifiedAt!: Date | null;

  @Expose()
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When the DNS is checked again automatically.' })
  nextCheckAt!: Date | null;

  @Expose()
  @Type(() => DomainJobResponse)
  @ApiProperty({ type: [DomainJobResponse], description: 'Jobs of the domain that have not ended.' })
  jobs!: DomainJobResponse[];
}
