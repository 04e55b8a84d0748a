import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Expose, Type } from 'class-transformer';
import { IsOptional, IsString } from 'class-validator';
import { BodyIsOptional, HasOwnPipe } from '../http/request-body.pipe.js';
import { ApiConstraints } from '../http/api-constraints.js';
import { DOMAIN_NAME } from '../openapi/patterns.js';

/** The body of POST: a name for a custom domain or of the sandbox zone, or nothing for a default subdomain. */
@BodyIsOptional()
@HasOwnPipe()
@ApiConstraints()
export class RegisterDomainRequest {
  @ApiPropertyOptional({
    nullable: true,
    pattern: DOMAIN_NAME,
    example: 'auth.example.com',
    description:
      'The name of a custom domain, at most 253 characters in its ASCII form, no public suffix and no IP address; outside production also `localhost`; a name directly under the sandbox zone (one label of 3 to 63 letters, digits and hyphens that is not reserved) is active immediately; without it a default subdomain is assigned.',
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
  @ApiProperty({ description: 'What the record is for.' })
  purpose!: string;

  @Expose()
  @ApiProperty({
    enum: ['pending', 'present', 'missing', 'failed'],
    description: 'Whether it has been seen: `pending`, nobody has looked yet; `failed`, it could not be made.',
  })
  status!: string;
}

export class DiagnosisResponse {
  @Expose()
  @ApiProperty({ example: 'cname-elsewhere', description: 'What is wrong: one of a fixed set of codes.' })
  code!: string;

  @Expose()
  @ApiProperty({ description: 'What is wrong, in a sentence.' })
  detail!: string;

  @Expose()
  @ApiProperty({ description: 'What to do about it.' })
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
    description: 'One that has failed several times in a row is `failed`, and tried again more and more rarely.',
  })
  state!: string;

  @Expose()
  @ApiProperty({ type: 'integer', minimum: 0, description: 'How often it has been begun.' })
  attempts!: number;

  @Expose()
  @ApiProperty({ type: String, nullable: true, description: 'Why the last attempt failed.' })
  lastError!: string | null;

  @Expose()
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When there is another attempt, at the latest. Null while it runs, and where only a free worker is waited for.',
  })
  nextAttemptAt!: Date | null;
}

export class DomainDetailsResponse extends DomainResponse {
  @Expose()
  @ApiProperty({ format: 'uri', description: 'The base address of the OAuth server.' })
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
      '`active` and `degraded` serve. `degraded`: the DNS is no longer as it has to be; a domain that stays so for 7 days fails.',
  })
  status!: string;

  @Expose()
  @Type(() => DnsRecordResponse)
  @ApiProperty({ type: [DnsRecordResponse], description: 'The DNS records that the domain needs.' })
  dnsRecords!: DnsRecordResponse[];

  @Expose()
  @ApiProperty({ type: String, nullable: true, description: 'Why the status is what it is.' })
  statusDetail!: string | null;

  @Expose()
  @Type(() => DiagnosisResponse)
  @ApiProperty({ type: [DiagnosisResponse], description: 'What the last check of the DNS has found to be wrong.' })
  diagnoses!: DiagnosisResponse[];

  @Expose()
  @ApiProperty({ format: 'date-time' })
  createdAt!: Date;

  @Expose()
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Since when the name is proved, and held.' })
  verifiedAt!: Date | null;

  @Expose()
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When the DNS is checked again by itself.' })
  nextCheckAt!: Date | null;

  @Expose()
  @Type(() => DomainJobResponse)
  @ApiProperty({ type: [DomainJobResponse], description: 'Work on the domain that has not ended.' })
  jobs!: DomainJobResponse[];
}
