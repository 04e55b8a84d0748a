import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Patch, Put, Query, Req, UseGuards } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ManagementSettings } from '@latchkey/config';
import type { Client, Domain, Precondition } from '@latchkey/persistence';
import type { Request } from 'express';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { ConditionalGet, RequestPrecondition } from '../http/conditional-request.js';
import { JsonObjectPipe } from '../http/json-object.pipe.js';
import type { JsonObject } from '../http/merge-patch.js';
import { DOCUMENT_SIZE_NOTE } from '../http/document-size.js';
import { KeyedListBody, type KeyedList } from '../http/keyed-list.js';
import { ListQueryRequest, setListHeaders, toListQuery } from '../http/key-paging.js';
import { RequestQueryPipe } from '../http/request-query.pipe.js';
import { ResponseBody } from '../http/response-body.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { ClientIdPipe, ClientIdParameter } from './client-id.pipe.js';
import { mergeClientPatch } from './client-patch.js';
import { ClientResponse, CreateClientResponse, ListedClientResponse, PatchClientRequest, UpdateClientRequest } from './client.dto.js';
import { ClientService } from './client.service.js';
import { SETTINGS } from '../settings/settings.module.js';
import { REDIRECT_URI_WARNING_HEADER, WarnsOfMissingRedirectUris } from './redirect-uri-warning.interceptor.js';

@ApiTags('Clients')
@DomainParameter()
@Controller('v1/domain/:domain/client')
@UseGuards(CurrentDomainGuard)
export class ClientController {
  constructor(
    private readonly clients: ClientService,
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
  ) {}

  @Get()
  @RequiresPermission('client:read')
  @ApiOperation({
    operationId: 'listClients',
    summary: 'List the OAuth clients of a domain, oldest first, or search by a part of their id or presented name',
  })
  @KeyedListBody(ListedClientResponse)
  @ApiProblems('invalid-request', 'domain-not-found')
  async list(
    @CurrentDomain() domain: Domain,
    @Query(RequestQueryPipe) request: ListQueryRequest,
    @Req() httpRequest: Request,
  ): Promise<KeyedList> {
    const query = toListQuery(request);
    const list = await this.clients.listIds(domain, query);
    setListHeaders(httpRequest, list, { ...query, baseUrl: this.settings.MANAGEMENT_URL });
    return { ...list, read: async (ids) => (await this.clients.findAll(domain, ids)).map(toListed) };
  }

  @Get(':clientId')
  @ClientIdParameter()
  @RequiresPermission('client:read')
  @ApiOperation({ operationId: 'getClient', summary: 'Show an OAuth client' })
  @ConditionalGet()
  @ResponseBody(ClientResponse, { headers: REDIRECT_URI_WARNING_HEADER })
  @WarnsOfMissingRedirectUris()
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found')
  get(@CurrentDomain() domain: Domain, @Param('clientId', ClientIdPipe) clientId: string): Promise<Client> {
    return this.clients.get(domain, clientId);
  }

  @Put(':clientId')
  @ClientIdParameter()
  @RequiresPermission('client:write')
  @ApiOperation({
    operationId: 'provisionClient',
    summary: 'Provision an OAuth client, or replace its whole configuration',
    description: DOCUMENT_SIZE_NOTE,
  })
  @ResponseBody(CreateClientResponse, { headers: REDIRECT_URI_WARNING_HEADER })
  @WarnsOfMissingRedirectUris()
  @ApiProblems('invalid-request', 'domain-not-found', 'client-conflict', 'precondition-failed', 'quota-exceeded')
  async provision(
    @CurrentDomain() domain: Domain,
    @Param('clientId', ClientIdPipe) clientId: string,
    @Body() request: UpdateClientRequest,
    @RequestPrecondition(ClientResponse) precondition: Precondition<Client>,
  ): Promise<CreateClientResponse> {
    return { clientSecret: await this.clients.provision({ domain, clientId }, request, precondition) };
  }

  @Patch(':clientId')
  @HttpCode(204)
  @ClientIdParameter()
  @RequiresPermission('client:write')
  @ApiOperation({
    operationId: 'updateClient',
    summary: "Change parts of an OAuth client's configuration by a JSON Merge Patch (RFC 7396)",
    description: `Only properties in the patch are changed; null removes; a list is replaced as a whole. The result must be a valid configuration. ${DOCUMENT_SIZE_NOTE}`,
  })
  @ApiConsumes('application/json', 'application/merge-patch+json')
  @ApiBody({ type: PatchClientRequest })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found', 'client-conflict', 'precondition-failed')
  update(
    @CurrentDomain() domain: Domain,
    @Param('clientId', ClientIdPipe) clientId: string,
    @Body(JsonObjectPipe) patch: JsonObject,
    @RequestPrecondition(ClientResponse) precondition: Precondition<Client>,
  ): Promise<void> {
    return this.clients.update({ domain, clientId }, (client) => mergeClientPatch(client, patch), precondition);
  }

  @Delete(':clientId')
  @ClientIdParameter()
  @RequiresPermission('client:write')
  @ApiOperation({ operationId: 'deleteClient', summary: 'Remove an OAuth client and everything issued to it' })
  @ApiOkResponse({ description: 'Removed. The body is empty.' })
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found', 'precondition-failed')
  delete(
    @CurrentDomain() domain: Domain,
    @Param('clientId', ClientIdPipe) clientId: string,
    @RequestPrecondition(ClientResponse) precondition: Precondition<Client>,
  ): Promise<void> {
    return this.clients.delete(domain, clientId, precondition);
  }
}

const toListed = (client: Client) => ({ ...client, name: client.presentation?.name ?? null });
