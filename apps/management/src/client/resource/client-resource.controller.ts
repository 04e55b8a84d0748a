import { Body, Controller, Delete, Get, HttpCode, Param, Put, UseGuards } from '@nestjs/common';
import { ApiBody, ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Domain, Precondition } from '@latchkey/persistence';
import { RequiresPermission } from '../../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../../current-domain/current-domain.guard.js';
import { createCheckedBodyPipe } from '../../http/checked-body.pipe.js';
import type { CheckedBody } from '../../http/checked-body.js';
import { ConditionalGet, RequestPrecondition } from '../../http/conditional-request.js';
import { CreatesOrReplaces } from '../../http/created-status.interceptor.js';
import { ResponseBody } from '../../http/response-body.js';
import { UnpagedList } from '../../http/total-count.interceptor.js';
import { ApiProblems } from '../../openapi/api-problems.js';
import { ResourceIdParameter } from '../../resource/resource-id.pipe.js';
import { ClientIdPipe, ClientIdParameter } from '../client-id.pipe.js';
import { ClientResourcePipe, type ClientResourceParameters } from './client-resource.pipe.js';
import { ClientResourceRequest, ClientResourceResponse, ListedClientResourceResponse } from './client-resource.dto.js';
import { ClientResourceService } from './client-resource.service.js';

@ApiTags('Clients')
@DomainParameter()
@ClientIdParameter()
@Controller('v1/domain/:domain/client/:clientId/resource')
@UseGuards(CurrentDomainGuard)
export class ClientResourceController {
  constructor(private readonly clientResources: ClientResourceService) {}

  @Get()
  @RequiresPermission('client:read')
  @ApiOperation({
    operationId: 'listClientResources',
    summary: 'List what a client may ask for at resources, beside what its roles permit',
  })
  @UnpagedList(ListedClientResourceResponse)
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found')
  list(@CurrentDomain() domain: Domain, @Param('clientId', ClientIdPipe) clientId: string): Promise<ListedClientResourceResponse[]> {
    return this.clientResources.list(domain, clientId);
  }

  @Get(':resourceId')
  @ResourceIdParameter()
  @RequiresPermission('client:read')
  @ApiOperation({ operationId: 'getClientResource', summary: 'Show what a client may ask for at a resource, beside what its roles permit' })
  @ConditionalGet()
  @ResponseBody(ClientResourceResponse)
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found', 'resource-not-found', 'client-resource-not-found')
  get(@CurrentDomain() domain: Domain, @Param(ClientResourcePipe) key: ClientResourceParameters): Promise<ClientResourceResponse> {
    return this.clientResources.get({ domain, ...key });
  }

  @Put(':resourceId')
  @CreatesOrReplaces()
  @ResourceIdParameter()
  @RequiresPermission('client:write')
  @ApiOperation({
    operationId: 'replaceClientResource',
    summary: 'Choose what a client may ask for at a resource. With an empty list it gets tokens for the resource without scopes',
  })
  @ApiBody({ type: ClientResourceRequest })
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found', 'resource-not-found', 'precondition-failed')
  replace(
    @CurrentDomain() domain: Domain,
    @Param(ClientResourcePipe) key: ClientResourceParameters,
    @Body(createCheckedBodyPipe(ClientResourceRequest)) body: CheckedBody<ClientResourceRequest>,
    @RequestPrecondition(ClientResourceResponse) precondition: Precondition<ClientResourceResponse>,
  ): Promise<boolean> {
    return this.clientResources.replace({ domain, ...key }, body, precondition);
  }

  @Delete(':resourceId')
  @HttpCode(204)
  @ResourceIdParameter()
  @RequiresPermission('client:write')
  @ApiOperation({ operationId: 'deleteClientResource', summary: 'Take from a client what it may ask for at a resource by itself' })
  @ApiNoContentResponse()
  @ApiProblems(
    'invalid-request',
    'domain-not-found',
    'client-not-found',
    'resource-not-found',
    'client-resource-not-found',
    'precondition-failed',
  )
  delete(
    @CurrentDomain() domain: Domain,
    @Param(ClientResourcePipe) key: ClientResourceParameters,
    @RequestPrecondition(ClientResourceResponse) precondition: Precondition<ClientResourceResponse>,
  ): Promise<void> {
    return this.clientResources.delete({ domain, ...key }, precondition);
  }
}
