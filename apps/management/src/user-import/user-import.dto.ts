import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Violation } from '@latchkey/problem';
import { Expose, Type } from 'class-transformer';
import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { ApiConstraints } from '../http/api-constraints.js';
import { joinPointer } from '../http/json-pointer.js';
import { isObject } from '../http/merge-patch.js';
import { SatisfiesNested, TRUE_OR_FALSE } from '../http/validators.js';
import { TEXT_WITHOUT_NUL } from '../openapi/patterns.js';
import { findRoleListViolations, ROLE_LIST_SCHEMA } from '../role/role-list.pipe.js';
import { UserRequest } from '../user/user.dto.js';

/** OpenID Connect Core section 2. */
const MAX_SUBJECT_LENGTH = 255;

function findIdentityViolations(value: unknown): Violation[] {
  if (!isObject(value)) return [{ pointer: '', detail: 'must be an object with provider and subject' }];
  const { provider, subject, ...others } = value;
  const isText = (text: unknown): text is string => typeof text === 'string' && text !== '' && text.isWellFormed() && !text.includes('\0');
  return [
    ...Object.keys(others).map((name) => ({ pointer: joinPointer('', name), detail: 'is not a property of an identity' })),
    ...(isText(provider) ? [] : [{ pointer: '/provider', detail: 'must be the name of an identity provider of the domain' }]),
    ...(isText(subject) && subject.length <= MAX_SUBJECT_LENGTH
      ? []
      : [{ pointer: '/subject', detail: `must be a text of 1 to ${MAX_SUBJECT_LENGTH} characters` }]),
  ];
}

export class UserImportQuery {
  @ApiPropertyOptional({ type: String, enum: ['true', 'false'], description: 'true: only find errors. Defaults to false.' })
  @IsOptional()
  @IsIn(['true', 'false'], { message: 'must be true or false' })
  dryRun?: string;
}

/** Who a user is at an identity provider. */
export class UserImportIdentityBody {
  @ApiProperty({ minLength: 1, example: 'shop', description: 'The name of an identity provider of the domain.' })
  provider!: string;

  @ApiProperty({
    minLength: 1,
    maxLength: MAX_SUBJECT_LENGTH,
    pattern: TEXT_WITHOUT_NUL,
    description: 'The sub of the user there, as its ID tokens have it.',
  })
  subject!: string;
}

/** A line of an import: the body of createUser, whether the user may sign in, the roles, and the identity. */
@ApiConstraints()
export class UserImportLineRequest extends UserRequest {
  @ApiPropertyOptional({
    type: Boolean,
    nullable: true,
    description: 'Whether the user may sign in. By default a new user may, and another one stays as it is.',
  })
  @IsOptional()
  @IsBoolean(TRUE_OR_FALSE)
  active?: boolean | null;

  @ApiPropertyOptional({
    ...ROLE_LIST_SCHEMA,
    nullable: true,
    description: 'All roles of the user, which the domain must have. By default a new user has none, and another one keeps theirs.',
  })
  @IsOptional()
  @SatisfiesNested(findRoleListViolations)
  roles?: string[] | null;

  @ApiPropertyOptional({
    type: UserImportIdentityBody,
    nullable: true,
    description:
      'The user signs in with this identity provider, and keeps the sub of the line. Without it a new user is local. The identity of a user never changes.',
  })
  @IsOptional()
  @SatisfiesNested(findIdentityViolations)
  identity?: UserImportIdentityBody | null;
}

export class UserImportErrorResponse {
  @Expose()
  @ApiProperty({ type: 'integer', minimum: 1, description: 'The number of the line in the file.' })
  line!: number;

  @Expose()
  @ApiProperty({ description: 'A JSON Pointer into the line; empty for the line as a whole.' })
  pointer!: string;

  @Expose()
  @ApiProperty({ minLength: 1, description: 'What is wrong, and what to do.' })
  detail!: string;
}

const COUNT = { type: 'integer', minimum: 0 } as const;

export class UserImportResponse {
  @Expose()
  @ApiProperty({ enum: ['Uploading', 'Running', 'Completed'] })
  status!: string;

  @Expose()
  @ApiProperty({ ...COUNT, description: 'The number of lines that are done.' })
  read!: number;

  @Expose()
  @ApiProperty({ ...COUNT, description: 'The number of users who were created; in a dry run, who would be.' })
  created!: number;

  @Expose()
  @ApiProperty({ ...COUNT, description: 'The number of lines that changed a user. Lines that changed nothing are only in read.' })
  updated!: number;

  @Expose()
  @ApiProperty({ ...COUNT, description: 'The number of lines with errors. They changed nothing.' })
  failed!: number;

  @Expose()
  @Type(() => UserImportErrorResponse)
  @ApiProperty({ type: [UserImportErrorResponse], description: 'The first 100 errors.' })
  errors!: UserImportErrorResponse[];
}

export class IdentifiedUserImportResponse extends UserImportResponse {
  @Expose()
  @ApiProperty({ format: 'uuid' })
  id!: string;
}
