import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Expose, Type } from 'class-transformer';
import { IsOptional } from 'class-validator';
import { IDENTIFIER_SCHEMA } from '../http/identifier.pipe.js';
import { Satisfies, SatisfiesNested } from '../http/validators.js';
import { findVisibleTextViolation } from '../http/visible-text.js';
import { VISIBLE_TEXT } from '../openapi/patterns.js';
import { SCOPE_LIST_SCHEMA } from '../resource/scope-list-rules.js';
import { findPermissionsViolations, MAX_PERMISSIONS } from './permission-rules.js';

const MAX_DESCRIPTION_LENGTH = 200;
const findDescriptionViolation = (value: unknown): string | null => findVisibleTextViolation(value, MAX_DESCRIPTION_LENGTH);

/** What a role permits at a resource. */
export class PermissionBody {
  @Expose()
  @ApiProperty({
    ...IDENTIFIER_SCHEMA,
    not: { enum: [...IDENTIFIER_SCHEMA.not.enum] },
    example: 'orders',
    description: 'The id of a resource of the domain, once in the list.',
  })
  resource!: string;

  @Expose()
  @ApiProperty({ ...SCOPE_LIST_SCHEMA, example: ['orders:read'], description: 'Scopes of the resource.' })
  scopes!: string[];
}

/** The whole configuration of a role. A property that is absent or null has its default. */
export class RoleRequest {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    minLength: 1,
    maxLength: MAX_DESCRIPTION_LENGTH,
    pattern: VISIBLE_TEXT,
    example: 'Handles orders',
  })
  @IsOptional()
  @Satisfies(findDescriptionViolation)
  description?: string | null;

  @ApiPropertyOptional({ type: [PermissionBody], maxItems: MAX_PERMISSIONS, nullable: true, default: [] })
  @IsOptional()
  @SatisfiesNested(findPermissionsViolations)
  permissions?: PermissionBody[] | null;
}

export class RoleResponse {
  @Expose()
  @ApiProperty({ type: String, nullable: true })
  description!: string | null;

  @Expose()
  @Type(() => PermissionBody)
  @ApiProperty({ type: [PermissionBody], description: 'By the id of the resource.' })
  permissions!: PermissionBody[];
}

export class ListedRoleResponse extends RoleResponse {
  @Expose()
  @ApiProperty({ minLength: 1, maxLength: 128 })
  role!: string;
}
