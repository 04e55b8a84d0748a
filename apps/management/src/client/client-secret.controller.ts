import { Body, Controller, Delete, Get, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import { ApiBody, ApiNoContentResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Domain } from '@latchkey/persistence';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { UnpagedList } from '../http/total-count.interceptor.js';
import { ResponseBody } from '../http/response-body.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { ClientIdPipe, ClientIdParameter } from './client-id.pipe.js';
import { AddSecretRequest, AddSecretResponse, ClientSecretResponse } from './client-secret.dto.js';
import { ClientSecretService } from './client-secret.service.js';

@ApiTags('Clients')
@DomainParameter()
@ClientIdParameter()
@Controller('v1/domain/:domain/client/:clientId/secret')
@UseGuards(CurrentDomainGuard)
export class ClientSecretController {
  constructor(private readonly secrets: ClientSecretService) {}

  @Get()
  @RequiresPermission('client:read')
  @ApiOperation({
    operationId: 'listClientSecrets',
    summary: 'List the valid secrets of a client, oldest first, without the secrets themselves',
  })
  @UnpagedList(ClientSecretResponse)
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found')
  list(@CurrentDomain() domain: Domain, @Param('clientId', ClientIdPipe) clientId: string): Promise<ClientSecretResponse[]> {
    return this.secrets.list(domain, clientId);
  }

  @Post()
  @RequiresPermission('client:write')
  @ApiOperation({
    operationId: 'addClientSecret',
    summary: 'Create another secret, or import one; the older ones stay valid for the overlap. At most 100 can be valid at a time',
  })
  @ApiBody({ type: AddSecretRequest, required: false })
  @ResponseBody(AddSecretResponse, { status: 201 })
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found', 'client-conflict')
  add(
    @CurrentDomain() domain: Domain,
    @Param('clientId', ClientIdPipe) clientId: string,
    @Body() { overlapSeconds, secret }: AddSecretRequest,
  ): Promise<AddSecretResponse> {
    return this.secrets.add({ domain, clientId }, overlapSeconds ?? 0, secret ?? undefined);
  }

  @Delete(':secretId')
  @HttpCode(204)
  @ApiParam({ name: 'secretId', schema: { type: 'string' }, description: 'The id of a secret, from the list.' })
  @RequiresPermission('client:write')
  @ApiOperation({ operationId: 'deleteClientSecret', summary: 'Revoke a secret immediately' })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found', 'client-secret-not-found')
  delete(
    @CurrentDomain() domain: Domain,
    @Param('clientId', ClientIdPipe) clientId: string,
    @Param('secretId') secretId: string,
  ): Promise<void> {
    return this.secrets.delete(domain, clientId, secretId);
  }
}
