import { Body, Controller, Get, HttpCode, Param, Put, UseGuards } from '@nestjs/common';
import { ApiBody, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Domain, Precondition } from '@latchkey/persistence';
import { RequiresPermission } from '../../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../../current-domain/current-domain.guard.js';
import type { CheckedBody } from '../../http/checked-body.js';
import { ConditionalGet, RequestPrecondition } from '../../http/conditional-request.js';
import { ApiProblems } from '../../openapi/api-problems.js';
import { ROLE_LIST_SCHEMA, RoleListPipe } from '../../role/role-list.pipe.js';
import { ClientIdPipe, ClientIdParameter } from '../client-id.pipe.js';
import { ClientRoleService } from './client-role.service.js';

@ApiTags('Clients')
@DomainParameter()
@ClientIdParameter()
@Controller('v1/domain/:domain/client/:clientId/role')
@UseGuards(CurrentDomainGuard)
export class ClientRoleController {
  constructor(private readonly roles: ClientRoleService) {}

  @Get()
  @RequiresPermission('client:read')
  @ApiOperation({ operationId: 'getClientRoles', summary: 'Show the roles of a client, sorted' })
  @ConditionalGet()
  @ApiOkResponse({ schema: ROLE_LIST_SCHEMA })
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found')
  get(@CurrentDomain() domain: Domain, @Param('clientId', ClientIdPipe) clientId: string): Promise<string[]> {
    return this.roles.list(domain, clientId);
  }

  @Put()
  @HttpCode(204)
  @RequiresPermission('client:write')
  @ApiOperation({
    operationId: 'replaceClientRoles',
    summary: 'Replace all roles of a client. What they permit is added to what it may ask for at resources',
  })
  @ApiBody({ schema: ROLE_LIST_SCHEMA })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found', 'precondition-failed')
  replace(
    @CurrentDomain() domain: Domain,
    @Param('clientId', ClientIdPipe) clientId: string,
    @Body(RoleListPipe) roles: CheckedBody<string[]>,
    @RequestPrecondition() precondition: Precondition<string[]>,
  ): Promise<void> {
    return this.roles.replace({ domain, clientId }, roles, precondition);
  }
}
