import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  findNameViolation,
  findSubViolation,
  findUsernameViolation,
  MAX_SUB_LENGTH,
  SUB_PATTERN,
  USERNAME,
  USERNAME_RULES,
} from '@latchkey/oauth';
import { isTooLarge, MAX_ATTRIBUTES_BYTES, measureAttributes, type AttributeFilter, type Attributes } from '@latchkey/persistence';
import type { Violation } from '@latchkey/problem';
import { Expose } from 'class-transformer';
import { IsOptional, IsString } from 'class-validator';
import { MAX_PAGE_SIZE, MAX_SEARCH_LENGTH, PageQueryRequest } from '../http/paging.js';
import { Satisfies, SatisfiesNested, showValue } from '../http/validators.js';
import { ApiConstraints } from '../http/api-constraints.js';
import { createTextPattern, TEXT_WITHOUT_NUL } from '../openapi/patterns.js';
import { findValueViolations } from '@latchkey/user';
import { findNewAttributesViolations, MAX_ATTRIBUTES } from '@latchkey/user';
import { NEW_ATTRIBUTES_SCHEMA } from './user.schema.js';

function findFullNameViolation(value: unknown, { preferredUsername }: Partial<UserRequest>): string | null {
  const violation = findNameViolation(value) ?? findValueViolations(value, '')[0]?.detail;
  if (violation !== undefined) return violation;
  const bytes = measureAttributes({ preferred_username: preferredUsername ?? '', name: value });
  return isTooLarge(bytes, 0) ? `must leave the user with at most ${MAX_ATTRIBUTES_BYTES} bytes of attributes, not ${bytes}` : null;
}

function findAttributesViolations(value: unknown, { preferredUsername = '', name = '' }: Partial<UserRequest>): Violation[] {
  return findNewAttributesViolations(value, { preferred_username: preferredUsername, name });
}

const SUB_SCHEMA = { minLength: 1, maxLength: MAX_SUB_LENGTH, pattern: SUB_PATTERN.source, example: 'maya.k~7' } as const;

/** The search parameters. */
@ApiConstraints()
export class UserQueryRequest extends PageQueryRequest {
  @ApiPropertyOptional({
    maxLength: MAX_SEARCH_LENGTH,
    description: 'A part of the username or of the email address, ignoring case and Unicode form (NFKC).',
  })
  declare search?: string;

  @ApiPropertyOptional({ format: 'int32', default: MAX_PAGE_SIZE })
  declare limit?: string;

  @ApiPropertyOptional({ example: 'local', description: "Exactly this identity provider; `local` for the domain's own users." })
  @IsOptional()
  @IsString()
  identityprovider?: string;

  @ApiPropertyOptional({
    ...SUB_SCHEMA,
    description: 'Only for NDJSON: users after the one with this sub, which is that of the last line received. The user may be gone.',
  })
  @IsOptional()
  @Satisfies(findSubViolation)
  after?: string;

  /** From the parameters `attribute.NAME`: see UserQueryPipe. */
  attributes!: AttributeFilter;
}

/** A new local user, who signs in without a password. */
export class UserRequest {
  @ApiProperty({
    minLength: USERNAME.shortest,
    maxLength: USERNAME.longest,
    pattern: createTextPattern(),
    example: 'jane.doe@example.com',
    description: `The username. It is unique in the domain, ignoring case and Unicode form (NFKC). ${USERNAME_RULES} It becomes the attribute preferred_username.`,
  })
  @Satisfies(findUsernameViolation)
  preferredUsername!: string;

  @ApiProperty({
    minLength: 1,
    maxLength: MAX_ATTRIBUTES_BYTES,
    pattern: TEXT_WITHOUT_NUL,
    example: 'Jane Doe',
    description: `The full name. It becomes the attribute name. All attributes together must not exceed ${MAX_ATTRIBUTES_BYTES} bytes as JSON.`,
  })
  @Satisfies(findFullNameViolation)
  name!: string;

  @ApiPropertyOptional({
    ...SUB_SCHEMA,
    type: String,
    nullable: true,
    description:
      'The subject identifier, as in the service that the user comes from: a UUID, which is stored in lower case, or 1 to 128 unreserved characters of RFC 3986. By default a random UUID. Neither a user nor a client of the domain may have it. Never give it to another person.',
  })
  @IsOptional()
  @Satisfies(showValue(findSubViolation))
  sub?: string | null;

  @ApiPropertyOptional({
    ...(NEW_ATTRIBUTES_SCHEMA as object),
    nullable: true,
    description: `Other attributes, with the limits of updateUser: with the username and the name at most ${MAX_ATTRIBUTES}, of ${MAX_ATTRIBUTES_BYTES} bytes in all as JSON in UTF-8. Standard claims have their names of OpenID Connect.`,
  })
  @IsOptional()
  @SatisfiesNested(findAttributesViolations)
  attributes?: Attributes | null;
}

export class UserResponse {
  @Expose()
  @ApiProperty({
    minLength: 1,
    description: 'The subject identifier. It never changes, and is never reassigned.',
  })
  sub!: string;
}

export class UserSummaryResponse extends UserResponse {
  @Expose()
  @ApiProperty({ description: 'Whether the user may sign in.' })
  active!: boolean;

  @Expose()
  @ApiProperty({ minLength: 1 })
  preferredUsername!: string;

  @Expose()
  @ApiProperty({ type: String, nullable: true, description: 'The full name.' })
  name!: string | null;

  @Expose()
  @ApiProperty({ type: String, nullable: true })
  email!: string | null;

  @Expose()
  @ApiProperty({ type: String, nullable: true })
  picture!: string | null;

  @Expose()
  @ApiProperty({ minLength: 1, description: 'The identity provider of the user; `local` without one.' })
  identityProvider!: string;

  @Expose()
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Null if the user has not signed in.' })
  lastSignInAt!: string | null;

  @Expose()
  @ApiProperty({
    enum: ['Passkey', 'Totp', 'RecoveryCodes'],
    isArray: true,
    description: 'The types of the credentials that the user has (see listCredentials).',
  })
  credentials!: string[];

  @Expose()
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Until when no code of the authenticator app is checked, after too many wrong ones; null if codes are checked.',
  })
  totpLockedUntil!: string | null;
}
