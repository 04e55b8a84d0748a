import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { findEmailAddressViolation } from '@latchkey/oauth';
import { Expose, Type } from 'class-transformer';
import { IsOptional } from 'class-validator';
import { isIP } from 'node:net';
import { Satisfies, showValue } from '../http/validators.js';
import { findVisibleTextViolation } from '../http/visible-text.js';

const MAX_NAME_LENGTH = 60;
/** RFC 5321 section 4.5.3.1. */
const MAX_ADDRESS_LENGTH = 254;
/** Letters, digits and hyphens, because DKIM and SPF use the domain as it is (RFC 5890 section 2.3.1). */
const ADDRESS =
  '^[A-Za-z0-9!#$%&*+/=?^_{|}~.-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$';
/** A name that looks like an address would hide the real one in mail programs. */
const NAME = '^[^@<>"\\\\]*$';

function findNameViolation(value: unknown): string | null {
  const violation = findVisibleTextViolation(value, MAX_NAME_LENGTH);
  return violation ?? (new RegExp(NAME).test(value as string) ? null : 'must not contain @, <, >, quotation marks or backslashes');
}

function findAddressViolation(value: unknown): string | null {
  const violation = findEmailAddressViolation(value);
  if (violation !== null) return violation;
  const address = value as string;
  const isUsable = address.length <= MAX_ADDRESS_LENGTH && new RegExp(ADDRESS).test(address) && isIP(address.split('@')[1]!) === 0;
  return isUsable ? null : 'must be an address of a public domain in ASCII, such as no-reply@example.com';
}

/** Who the mails of a domain come from. A property that is absent or null has its default. */
export class MailSenderRequest {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    pattern: NAME,
    description: 'The display name. Default: the name of the branding, else that of the installation.',
    example: 'Northwind Bank',
  })
  @IsOptional()
  @Satisfies(findNameViolation)
  name?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MAX_ADDRESS_LENGTH,
    pattern: ADDRESS,
    description: 'Your own address. Mails come from it while the DNS records of its domain are right. Default: that of the installation.',
    example: 'no-reply@northwind.example',
  })
  @IsOptional()
  @Satisfies(showValue(findAddressViolation))
  address?: string | null;
}

export class MailSenderResponse {
  @Expose()
  @ApiProperty({ type: String, nullable: true })
  name!: string | null;

  @Expose()
  @ApiProperty({ type: String, nullable: true, description: 'With its domain in lower case.' })
  address!: string | null;
}

export class SenderRecordResponse {
  @Expose()
  @ApiProperty({ enum: ['TXT'] })
  type!: 'TXT';

  @Expose()
  @ApiProperty({ example: 'lk-1f3a9c0e._domainkey.northwind.example' })
  name!: string;

  @Expose()
  @ApiProperty()
  value!: string;

  @Expose()
  @ApiProperty({ enum: ['DKIM', 'SPF', 'DMARC'] })
  purpose!: 'DKIM' | 'SPF' | 'DMARC';
}

export class SenderProblemResponse {
  @Expose()
  @ApiProperty({ example: 'spf-missing', description: 'docs/mails.md lists the codes.' })
  code!: string;

  @Expose()
  @ApiProperty()
  detail!: string;

  @Expose()
  @ApiProperty({ description: 'What to do.' })
  fix!: string;
}

export class SenderVerificationResponse {
  @Expose()
  @ApiProperty({ description: 'Who the next mail comes from, as in its header.', example: 'Northwind Bank <no-reply@northwind.example>' })
  from!: string;

  @Expose()
  @ApiProperty({ description: 'Whether mails come from your own address.' })
  verified!: boolean;

  @Expose()
  @Type(() => SenderRecordResponse)
  @ApiProperty({ type: [SenderRecordResponse], description: 'The records to create; empty without an own address.' })
  records!: SenderRecordResponse[];

  @Expose()
  @Type(() => SenderProblemResponse)
  @ApiProperty({ type: [SenderProblemResponse], description: 'What the check found; those that keep mails from your address come first.' })
  problems!: SenderProblemResponse[];
}
