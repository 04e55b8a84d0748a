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
import { ResourceIdParameter, ResourceIdPipe } from './resource-id.pipe.js';
import { ListedResourceResponse, ResourceRequest, ResourceResponse } from './resource.dto.js';
import { ResourceService } from './resource.service.js';

@ApiTags('Resources')
@DomainParameter()
@Controller('v1/domain/:domain/resource')
@UseGuards(CurrentDomainGuard)
export class ResourceController {
  constructor(private readonly resources: ResourceService) {}

  @Get()
  @RequiresPermission('resource:read')
  @ApiOperation({ operationId: 'listResources', summary: 'List the resources (APIs) of a domain, oldest first' })
  @KeyedListBody(ListedResourceResponse)
  @ApiProblems('domain-not-found')
  async list(@CurrentDomain() domain: Domain): Promise<KeyedList> {
    return { ...(await this.resources.listIds(domain)), read: (ids) => this.resources.findAll(domain, ids) };
  }

  @Get(':resourceId')
  @ResourceIdParameter()
  @RequiresPermission('resource:read')
  @ApiOperation({ operationId: 'getResource', summary: 'Show a resource' })
  @ConditionalGet()
  @ResponseBody(ResourceResponse)
  @ApiProblems('invalid-request', 'domain-not-found', 'resource-not-found')
  get(@CurrentDomain() domain: Domain, @Param('resourceId', ResourceIdPipe) resourceId: string): Promise<ResourceResponse> {
    return this.resources.get({ domain, resourceId });
  }

  @Put(':resourceId')
  @CreatesOrReplaces()
  @ResourceIdParameter()
  @RequiresPermission('resource:write')
  @ApiOperation({
    operationId: 'provisionResource',
    summary: 'Create a resource (an API that tokens are for, RFC 8707), or replace its whole configuration',
    description: `A scope that the resource no longer has is removed from all clients and roles. ${DOCUMENT_SIZE_NOTE} A domain has at most 200 resources, whose scopes together have at most 1048576 bytes.`,
  })
  @ApiBody({ type: ResourceRequest })
  @ApiProblems('invalid-request', 'domain-not-found', 'resource-conflict', 'precondition-failed')
  provision(
    @CurrentDomain() domain: Domain,
    @Param('resourceId', ResourceIdPipe) resourceId: string,
    @Body(createCheckedBodyPipe(ResourceRequest)) body: CheckedBody<ResourceRequest>,
    @RequestPrecondition(ResourceResponse) precondition: Precondition<ResourceResponse>,
  ): Promise<boolean> {
    return this.resources.provision({ domain, resourceId }, body, precondition);
  }

  @Delete(':resourceId')
  @HttpCode(204)
  @ResourceIdParameter()
  @RequiresPermission('resource:write')
  @ApiOperation({ operationId: 'deleteResource', summary: 'Remove a resource, and all that clients and roles may do there' })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'resource-not-found', 'precondition-failed')
  delete(
    @CurrentDomain() domain: Domain,
    @Param('resourceId', ResourceIdPipe) resourceId: string,
    @RequestPrecondition(ResourceResponse) precondition: Precondition<ResourceResponse>,
  ): Promise<void> {
    return this.resources.delete({ domain, resourceId }, precondition);
  }
}
