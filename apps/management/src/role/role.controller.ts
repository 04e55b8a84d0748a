import { Body, Controller, Delete, Get, HttpCode, Param, Put, UseGuards } from '@nestjs/common';
import { ApiBody, ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Domain, Precondition } from '@latchkey/persistence';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { createCheckedBodyPipe } from '../http/checked-body.pipe.js';
import type { CheckedBody } from '../http/checked-body.js';
import { ConditionalGet, RequestPrecondition } from '../http/conditional-request.js';
import { CreatesOrReplaces } from '../http/created-status.interceptor.js';
import { DOCUMENT_SIZE_NOTE } from '../http/document-size.js';
import { KeyedListBody, type KeyedList } from '../http/keyed-list.js';
import { ResponseBody } from '../http/response-body.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { RoleNamePipe, RoleParameter } from './role-name.pipe.js';
import { ListedRoleResponse, RoleRequest, RoleResponse } from './role.dto.js';
import { toListedResponse } from './role-configuration.js';
import { RoleService } from './role.service.js';

@ApiTags('Roles')
@DomainParameter()
@Controller('v1/domain/:domain/role')
@UseGuards(CurrentDomainGuard)
export class RoleController {
  constructor(private readonly roles: RoleService) {}

  @Get()
  @RequiresPermission('role:read')
  @ApiOperation({ operationId: 'listRoles', summary: 'List the roles of a domain, oldest first' })
  @KeyedListBody(ListedRoleResponse)
  @ApiProblems('domain-not-found')
  async list(@CurrentDomain() domain: Domain): Promise<KeyedList> {
    const read = async (names: readonly string[]) => (await this.roles.findAll(domain, names)).map(toListedResponse);
    return { ...(await this.roles.listNames(domain)), read };
  }

  @Get(':role')
  @RoleParameter()
  @RequiresPermission('role:read')
  @ApiOperation({ operationId: 'getRole', summary: 'Show a role' })
  @ConditionalGet()
  @ResponseBody(RoleResponse)
  @ApiProblems('invalid-request', 'domain-not-found', 'role-not-found')
  async get(@CurrentDomain() domain: Domain, @Param('role', RoleNamePipe) role: string): Promise<RoleResponse> {
    return toListedResponse(await this.roles.get({ domain, role }));
  }

  @Put(':role')
  @CreatesOrReplaces()
  @RoleParameter()
  @RequiresPermission('role:write')
  @ApiOperation({
    operationId: 'provisionRole',
    summary: 'Create a role, or replace its whole configuration',
    description: `${DOCUMENT_SIZE_NOTE} A domain has at most 1000 roles, which permit scopes of at most 1048576 bytes together.`,
  })
  @ApiBody({ type: RoleRequest })
  @ApiProblems('invalid-request', 'domain-not-found', 'role-conflict', 'precondition-failed')
  provision(
    @CurrentDomain() domain: Domain,
    @Param('role', RoleNamePipe) role: string,
    @Body(createCheckedBodyPipe(RoleRequest)) body: CheckedBody<RoleRequest>,
    @RequestPrecondition(RoleResponse) precondition: Precondition<RoleResponse>,
  ): Promise<boolean> {
    return this.roles.provision({ domain, role }, body, (stored) => precondition(stored && toListedResponse(stored)));
  }

  @Delete(':role')
  @HttpCode(204)
  @RoleParameter()
  @RequiresPermission('role:write')
  @ApiOperation({ operationId: 'deleteRole', summary: 'Remove a role, also from all users and clients' })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'role-not-found', 'precondition-failed')
  delete(
    @CurrentDomain() domain: Domain,
    @Param('role', RoleNamePipe) role: string,
    @RequestPrecondition(RoleResponse) precondition: Precondition<RoleResponse>,
  ): Promise<void> {
    return this.roles.delete({ domain, role }, (stored) => precondition(stored && toListedResponse(stored)));
  }
}
