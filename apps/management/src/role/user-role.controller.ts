import { Body, Controller, Get, HttpCode, Param, Put, UseGuards } from '@nestjs/common';
import { ApiBody, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Domain, Precondition } from '@latchkey/persistence';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import type { CheckedBody } from '../http/checked-body.js';
import { ConditionalGet, RequestPrecondition } from '../http/conditional-request.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { ROLE_LIST_SCHEMA, RoleListPipe } from './role-list.pipe.js';
import { UserRoleService } from './user-role.service.js';

@ApiTags('Users')
@DomainParameter()
@ApiParam({ name: 'sub', schema: { type: 'string' }, description: 'The subject identifier of a user.' })
@Controller('v1/domain/:domain/user/:sub/role')
@UseGuards(CurrentDomainGuard)
export class UserRoleController {
  constructor(private readonly roles: UserRoleService) {}

  @Get()
  @RequiresPermission('user:read')
  @ApiOperation({ operationId: 'getUserRoles', summary: 'Show the roles of a user, sorted' })
  @ConditionalGet()
  @ApiOkResponse({ schema: ROLE_LIST_SCHEMA })
  @ApiProblems('domain-not-found', 'user-not-found')
  get(@CurrentDomain() domain: Domain, @Param('sub') sub: string): Promise<string[]> {
    return this.roles.list({ domain, sub });
  }

  @Put()
  @HttpCode(204)
  @RequiresPermission('user:write')
  @ApiOperation({ operationId: 'replaceUserRoles', summary: 'Replace all roles of a user. Tokens have them from the next request' })
  @ApiBody({ schema: ROLE_LIST_SCHEMA })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'user-not-found', 'precondition-failed')
  replace(
    @CurrentDomain() domain: Domain,
    @Param('sub') sub: string,
    @Body(RoleListPipe) roles: CheckedBody<string[]>,
    @RequestPrecondition() precondition: Precondition<string[]>,
  ): Promise<void> {
    return this.roles.replace({ domain, sub }, roles, precondition);
  }
}
