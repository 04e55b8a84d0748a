import { ApiProperty } from '@nestjs/swagger';
import { Expose } from 'class-transformer';
import { SatisfiesNested } from '../../http/validators.js';
import { findScopeListViolations, SCOPE_LIST_SCHEMA } from '../../resource/scope-list-rules.js';

/** What a client may ask for at a resource. */
export class ClientResourceRequest {
  @Expose()
  @ApiProperty({
    ...SCOPE_LIST_SCHEMA,
    example: ['orders:read'],
    description: 'Scopes of the resource. Those that the roles of the client permit are added.',
  })
  @SatisfiesNested(findScopeListViolations)
  scopes!: string[];
}

export class ClientResourceResponse extends ClientResourceRequest {}

export class ListedClientResourceResponse extends ClientResourceRequest {
  @Expose()
  @ApiProperty({ minLength: 1, maxLength: 128 })
  resourceId!: string;
}
