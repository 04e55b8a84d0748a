import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Expose, Type } from 'class-transformer';
import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { ApiConstraints } from '../http/api-constraints.js';
import { SatisfiesNested, TRUE_OR_FALSE } from '../http/validators.js';
import { findRoleListViolations, ROLE_LIST_SCHEMA } from '../role/role-list.pipe.js';
import { UserRequest } from '../user/user.dto.js';

export class UserImportQuery {
  @ApiPropertyOptional({ type: String, enum: ['true', 'false'], description: 'true: only find errors. Defaults to false.' })
  @IsOptional()
  @IsIn(['true', 'false'], { message: 'must be true or false' })
  dryRun?: string;
}

/** A line of an import: the body of createUser, whether the user may sign in, and the roles. */
@ApiConstraints()
export class UserImportLineRequest extends UserRequest {
  @ApiPropertyOptional({ description: 'Whether the user may sign in. By default a new user may, and another one stays as it is.' })
  @IsOptional()
  @IsBoolean(TRUE_OR_FALSE)
  active?: boolean;

  @ApiPropertyOptional({
    ...ROLE_LIST_SCHEMA,
    description: 'All roles of the user, which the domain must have. By default a new user has none, and another one keeps theirs.',
  })
  @IsOptional()
  @SatisfiesNested(findRoleListViolations)
  roles?: string[];
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
