import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { findIssuerViolation, MAX_ISSUER_LENGTH } from '@latchkey/oauth';
import { Expose } from 'class-transformer';
import { ArrayMaxSize, IsOptional } from 'class-validator';
import { GRANTED_PERMISSIONS, type GrantedPermission } from '../caller/permission.js';
import { normalizeDomainName } from '../current-domain/normalize-domain-name.js';
import { ApiConstraints } from '../http/api-constraints.js';
import { findTimeViolation } from '../http/rfc3339.js';
import { EachSatisfies, HasUniqueItems, IsList, IsOneOf, Satisfies, showValue } from '../http/validators.js';
import { findVisibleTextViolation } from '../http/visible-text.js';
import { DOMAIN_NAME, VISIBLE_TEXT } from '../openapi/patterns.js';

const MAX_NAME_LENGTH = 60;
/** Characters of a `sub`: OpenID Connect Core 1.0 section 2. */
const MAX_SUBJECT_LENGTH = 255;
const SUBJECT = `^[!-~](?:[ -~]{0,${MAX_SUBJECT_LENGTH - 2}}[!-~])?$`;
const MAX_DOMAINS = 1_000;
const MAX_DOMAIN_LENGTH = 253;
const UNIQUE = { message: 'must not have an item twice' };

const ISSUER = 'The iss of the access tokens, exactly: one of MANAGEMENT_ISSUERS.';
const SUBJECT_DESCRIPTION = 'The sub of the access tokens. An issuer and subject belong to one operator of the whole installation.';
const NAME = 'How the log and messages name the operator.';
const PERMISSIONS = 'What the operator may do: *, *:read or permissions of operations. None that you do not have.';
const DOMAINS = 'The names of the domains that the operator may use, which need not exist yet; null for all of the subscription.';

const findNameViolation = (value: unknown): string | null => findVisibleTextViolation(value, MAX_NAME_LENGTH);

function findIssuerTextViolation(value: unknown): string | null {
  if (typeof value === 'string' && value.length > MAX_ISSUER_LENGTH) return 'must be one of MANAGEMENT_ISSUERS';
  return findIssuerViolation(value);
}

function findSubjectViolation(value: unknown): string | null {
  const isSubject = typeof value === 'string' && new RegExp(SUBJECT).test(value);
  return isSubject ? null : `must be 1 to ${MAX_SUBJECT_LENGTH} printable ASCII characters, without a space at either end`;
}

function findDomainViolation(value: unknown): string | null {
  const isName = typeof value === 'string' && new RegExp(DOMAIN_NAME).test(value) && value.length <= MAX_DOMAIN_LENGTH;
  return isName && normalizeDomainName(value) !== '' ? null : 'must be the name of a domain, such as auth.example.com';
}

/** The whole configuration of an operator. */
@ApiConstraints()
export class OperatorRequest {
  @ApiProperty({ minLength: 1, maxLength: MAX_ISSUER_LENGTH, example: 'https://id.example.com', description: ISSUER })
  @Satisfies(showValue(findIssuerTextViolation))
  issuer!: string;

  @ApiProperty({ pattern: SUBJECT, example: 'ada', description: SUBJECT_DESCRIPTION })
  @Satisfies(showValue(findSubjectViolation))
  subject!: string;

  @ApiProperty({ minLength: 1, maxLength: MAX_NAME_LENGTH, pattern: VISIBLE_TEXT, example: 'Ada', description: NAME })
  @Satisfies(findNameViolation)
  name!: string;

  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: [...GRANTED_PERMISSIONS] },
    uniqueItems: true,
    example: ['client:write'],
    description: PERMISSIONS,
  })
  @IsList()
  @HasUniqueItems(UNIQUE)
  @IsOneOf(GRANTED_PERMISSIONS, { each: true })
  permissions!: GrantedPermission[];

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', maxLength: MAX_DOMAIN_LENGTH, pattern: DOMAIN_NAME },
    maxItems: MAX_DOMAINS,
    nullable: true,
    default: null,
    example: ['auth.example.com'],
    description: DOMAINS,
  })
  @IsOptional()
  @EachSatisfies(showValue(findDomainViolation))
  @ArrayMaxSize(MAX_DOMAINS, { message: `must have at most ${MAX_DOMAINS} items` })
  domains?: string[] | null;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    nullable: true,
    readOnly: true,
    description: 'Ignored, so that the response of GET can be sent back.',
  })
  @IsOptional()
  @Satisfies(findTimeViolation)
  lastUsedAt?: string | null;
}

/** An operator as its PUT has stored it. */
export class OperatorBody {
  @Expose()
  @ApiProperty({ description: ISSUER })
  issuer!: string;

  @Expose()
  @ApiProperty({ description: SUBJECT_DESCRIPTION })
  subject!: string;

  @Expose()
  @ApiProperty({ minLength: 1, description: NAME })
  name!: string;

  @Expose()
  @ApiProperty({ type: [String], description: PERMISSIONS })
  permissions!: string[];

  @Expose()
  @ApiProperty({ type: [String], nullable: true, description: DOMAINS })
  domains!: string[] | null;
}

export class OperatorResponse extends OperatorBody {
  @Expose()
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'The last request of the operator, to half a minute; null if there was none.',
  })
  lastUsedAt!: Date | null;
}

export class ListedOperatorResponse extends OperatorResponse {
  @Expose()
  @ApiProperty({ minLength: 1, maxLength: 128 })
  operatorId!: string;
}
