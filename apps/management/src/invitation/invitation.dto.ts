import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { MESSAGE_LANGUAGES, type MessageLanguage } from '@latchkey/message';
import { findEmailAddressViolation, findRedirectUriViolation, MAX_URI_LENGTH } from '@latchkey/oauth';
import type { Attributes } from '@latchkey/persistence';
import type { Violation } from '@latchkey/problem';
import { findNewAttributesViolations, findValueViolations, MAX_ROLES_OF_ONE } from '@latchkey/user';
import { Expose } from 'class-transformer';
import { ArrayMaxSize, IsIn, IsOptional } from 'class-validator';
import { ApiConstraints } from '../http/api-constraints.js';
import { findIdentifierViolation } from '../http/identifier.pipe.js';
import { EachSatisfies, HasUniqueItems, IsIntegerBetween, Satisfies, SatisfiesNested } from '../http/validators.js';
import { createTextPattern } from '../openapi/patterns.js';
import { findVisibleTextViolation } from '../http/visible-text.js';

export const DEFAULT_EXPIRY_DAYS = 7;
const MAX_EXPIRY_DAYS = 30;
/** As people may enter it. */
const MAX_NAME_LENGTH = 60;
/** The address proves them, and the person chooses the name. */
const OWN_ATTRIBUTES = ['email', 'email_verified', 'preferred_username', 'name'];

function findNameViolation(value: unknown): string | null {
  return findVisibleTextViolation(value, MAX_NAME_LENGTH);
}

function findAttributesViolations(value: unknown, { email = '', name }: Partial<InvitationRequest>): Violation[] {
  const own = OWN_ATTRIBUTES.filter((attribute) => typeof value === 'object' && value !== null && Object.hasOwn(value, attribute));
  if (own.length > 0) return own.map((attribute) => ({ pointer: `/${attribute}`, detail: 'is set by the sign-up' }));
  return findNewAttributesViolations(value, { preferred_username: email, name: name ?? '' });
}

function findTargetViolation(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith('https://')) return 'must start with https://';
  return findRedirectUriViolation(value, 'Confidential') ?? findValueViolations(value, '')[0]?.detail ?? null;
}

/** A person whom an operator invites to create an account. A property that is absent or null has its default. */
@ApiConstraints()
export class InvitationRequest {
  @ApiProperty({ format: 'email', example: 'jane.doe@example.com', description: 'Who gets the mail. It becomes the address and username.' })
  @Satisfies(findEmailAddressViolation)
  email!: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    pattern: createTextPattern(),
    example: 'Jane Doe',
    description: 'The full name, which the person can change.',
  })
  @IsOptional()
  @Satisfies(findNameViolation)
  name?: string | null;

  @ApiPropertyOptional({
    type: [String],
    nullable: true,
    maxItems: MAX_ROLES_OF_ONE,
    uniqueItems: true,
    example: ['clerk'],
    description: 'Roles of the domain.',
  })
  @IsOptional()
  @EachSatisfies(findIdentifierViolation)
  @HasUniqueItems({ message: 'must not contain a role twice' })
  @ArrayMaxSize(MAX_ROLES_OF_ONE, { message: `must have at most ${MAX_ROLES_OF_ONE} items` })
  roles?: string[] | null;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'Other attributes, with the limits of createUser.',
  })
  @IsOptional()
  @SatisfiesNested(findAttributesViolations)
  attributes?: Attributes | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    format: 'uri',
    maxLength: MAX_URI_LENGTH,
    example: 'https://app.example.com/welcome',
    description: 'An https URL where the person goes afterwards. Default: the account page.',
  })
  @IsOptional()
  @Satisfies(findTargetViolation)
  redirectUri?: string | null;

  @ApiPropertyOptional({ format: 'int32', nullable: true, default: DEFAULT_EXPIRY_DAYS, description: 'Days for which the link works.' })
  @IsOptional()
  @IsIntegerBetween(1, MAX_EXPIRY_DAYS)
  expiresInDays?: number | null;

  @ApiPropertyOptional({
    type: String,
    enum: [...MESSAGE_LANGUAGES, null],
    nullable: true,
    description: 'The language of the mail. Default: en.',
  })
  @IsOptional()
  @IsIn(MESSAGE_LANGUAGES, { message: `must be one of ${MESSAGE_LANGUAGES.join(', ')}` })
  language?: MessageLanguage | null;
}

export class InvitationResponse {
  @Expose()
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @Expose()
  @ApiProperty({ format: 'email' })
  email!: string;

  @Expose()
  @ApiProperty({ type: String, nullable: true })
  name!: string | null;

  @Expose()
  @ApiProperty({ type: [String] })
  roles!: string[];

  @Expose()
  @ApiProperty({ type: 'object', additionalProperties: true })
  attributes!: Attributes;

  @Expose()
  @ApiProperty({ format: 'uri' })
  redirectUri!: string;

  @Expose()
  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @Expose()
  @ApiProperty({ format: 'date-time' })
  expiresAt!: string;
}
