import { Body, Controller, Delete, Get, HttpCode, Param, Put, Query, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Domain, IdentityProvider, Precondition } from '@latchkey/persistence';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { KeyedListBody, type KeyedList } from '../http/keyed-list.js';
import { ConditionalGet, RequestPrecondition } from '../http/conditional-request.js';
import { RequestQueryPipe } from '../http/request-query.pipe.js';
import { ResponseBody } from '../http/response-body.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { IdentityProviderUrlService } from './identity-provider-url.service.js';
import { IdentityProviderNamePipe, IdentityProviderNameParameter } from './identity-provider-name.pipe.js';
import { IdentityProviderProvisioningService } from './identity-provider-provisioning.service.js';
import { IdentityProviderResponse } from './identity-provider-response.dto.js';
import { IdentityProviderRequest, ProvisionIdentityProviderQuery } from './identity-provider.dto.js';
import { IdentityProviderService } from './identity-provider.service.js';

@ApiTags('Identity providers')
@DomainParameter()
@Controller('v1/domain/:domain/provider')
@UseGuards(CurrentDomainGuard)
export class IdentityProviderController {
  constructor(
    private readonly providers: IdentityProviderService,
    private readonly provisioning: IdentityProviderProvisioningService,
    private readonly urls: IdentityProviderUrlService,
  ) {}

  @Get()
  @RequiresPermission('provider:read')
  @ApiOperation({ operationId: 'listIdentityProviders', summary: 'List the identity providers of a domain, oldest first' })
  @KeyedListBody(IdentityProviderResponse)
  @ApiProblems('domain-not-found')
  async list(@CurrentDomain() domain: Domain): Promise<KeyedList> {
    const read = async (names: readonly string[]) =>
      (await this.providers.findAll(domain, names)).map((provider) => this.urls.toResponse(domain, provider));
    return { ...(await this.providers.listNames(domain)), read };
  }

  @Get(':name')
  @IdentityProviderNameParameter()
  @RequiresPermission('provider:read')
  @ApiOperation({ operationId: 'getIdentityProvider', summary: 'Show an identity provider; never its client_secret' })
  @ConditionalGet()
  @ResponseBody(IdentityProviderResponse)
  @ApiProblems('invalid-request', 'domain-not-found', 'provider-not-found')
  async get(@CurrentDomain() domain: Domain, @Param('name', IdentityProviderNamePipe) name: string): Promise<IdentityProviderResponse> {
    return this.urls.toResponse(domain, await this.providers.get(domain, name));
  }

  @Put(':name')
  @IdentityProviderNameParameter()
  @RequiresPermission('provider:write')
  @ApiOperation({
    operationId: 'provisionIdentityProvider',
    summary: 'Add an identity provider (OpenID Connect), or replace its whole configuration; its discovery document is fetched and checked',
    description: 'With `dryRun=true`: the response is what would be stored.',
  })
  @ResponseBody(IdentityProviderResponse)
  @ApiProblems('invalid-request', 'provider-unreachable', 'provider-mismatch', 'domain-not-found', 'precondition-failed')
  async provision(
    @CurrentDomain() domain: Domain,
    @Param('name', IdentityProviderNamePipe) name: string,
    @Query(RequestQueryPipe) { dryRun, rotateKey }: ProvisionIdentityProviderQuery,
    @Body() request: IdentityProviderRequest,
    @RequestPrecondition(IdentityProviderResponse) precondition: Precondition<IdentityProviderResponse>,
  ): Promise<IdentityProviderResponse> {
    const requireCurrent = (current: IdentityProvider | null) => precondition(current && this.urls.toResponse(domain, current));
    const provider =
      dryRun === 'true'
        ? await this.provisioning.plan({ domain, name }, request, requireCurrent)
        : await this.provisioning.provision({ domain, name, rotatesKey: rotateKey === 'true' }, request, requireCurrent);
    return this.urls.toResponse(domain, provider);
  }

  @Delete(':name')
  @HttpCode(204)
  @IdentityProviderNameParameter()
  @RequiresPermission('provider:write')
  @ApiOperation({
    operationId: 'deleteIdentityProvider',
    summary: 'Remove an identity provider; its users remain, but are signed out and cannot sign in',
  })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'provider-not-found', 'precondition-failed')
  delete(
    @CurrentDomain() domain: Domain,
    @Param('name', IdentityProviderNamePipe) name: string,
    @RequestPrecondition(IdentityProviderResponse) precondition: Precondition<IdentityProviderResponse>,
  ): Promise<void> {
    return this.providers.delete(domain, name, (current) => precondition(current && this.urls.toResponse(domain, current)));
  }
}
