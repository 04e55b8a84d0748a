import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBody, ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ManagementSettings } from '@latchkey/config';
import type { Domain, Precondition } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import type { Request, Response } from 'express';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentCaller, mayUseDomain, type Caller } from '../caller/caller.js';
import { KeyedListBody, type KeyedList } from '../http/keyed-list.js';
import { ListQueryRequest, setListHeaders, toListQuery } from '../http/key-paging.js';
import { RequestQueryPipe } from '../http/request-query.pipe.js';
import { ConditionalGet, RequestPrecondition } from '../http/conditional-request.js';
import { ResponseBody } from '../http/response-body.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { CurrentDomain, DomainParameter } from '../current-domain/current-domain.guard.js';
import { DeletableDomainGuard } from './deletable-domain.guard.js';
import { CustomDomainService } from './custom-domain.service.js';
import { DomainDetailsService } from './domain-details.service.js';
import { DomainDetailsResponse, DomainResponse, ListedDomainResponse, RegisterDomainRequest } from './domain.dto.js';
import { getDeletionPath } from '../current-domain/domain-not-found.js';
import { normalizeDomainName } from '../current-domain/normalize-domain-name.js';
import { RegisterDomainBodyPipe } from './register-domain-body.pipe.js';
import { DomainService } from './domain.service.js';
import { SETTINGS } from '../settings/settings.module.js';
import { SandboxDomainService } from './sandbox-domain.service.js';

@ApiTags('Domains')
@Controller('v1/domain')
export class DomainController {
  constructor(
    private readonly domains: DomainService,
    private readonly sandboxes: SandboxDomainService,
    private readonly customs: CustomDomainService,
    private readonly details: DomainDetailsService,
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
  ) {}

  @Get()
  @RequiresPermission('domain:read')
  @ApiOperation({
    operationId: 'listDomains',
    summary: 'List the domains of your subscription, oldest first, or search by a part of their name',
  })
  @KeyedListBody(ListedDomainResponse)
  @ApiProblems('invalid-request')
  async list(
    @CurrentCaller() caller: Caller,
    @Query(RequestQueryPipe) request: ListQueryRequest,
    @Req() httpRequest: Request,
  ): Promise<KeyedList> {
    const query = toListQuery(request);
    const list = await this.domains.listNames(caller, query);
    setListHeaders(httpRequest, list, { ...query, baseUrl: this.settings.MANAGEMENT_URL });
    const isPage = request.limit !== undefined;
    return { ...list, read: (names) => (isPage ? this.domains.listSummaries(caller, names) : names.map((name) => ({ domain: name }))) };
  }

  @Post()
  @RequiresPermission('domain:write')
  @ApiOperation({ operationId: 'registerDomain', summary: 'Register a domain' })
  @ApiBody({ type: RegisterDomainRequest, required: false })
  @ResponseBody(DomainResponse, { status: 201 })
  @ApiProblems('invalid-request', 'domain-exists', 'domain-unavailable', 'permission-denied', 'quota-exceeded')
  async register(
    @CurrentCaller() caller: Caller,
    @Body(RegisterDomainBodyPipe) { domain }: RegisterDomainRequest,
  ): Promise<DomainResponse> {
    requireDomainName(caller, domain);
    const registered = await (typeof domain === 'string' && !this.sandboxes.isInZone(domain)
      ? this.customs.register(caller.subscriptionId, domain)
      : this.sandboxes.register(caller.subscriptionId, domain ?? null));
    return { domain: registered.name };
  }

  @Get(':domain')
  @DomainParameter()
  @RequiresPermission('domain:read')
  @ApiOperation({ operationId: 'getDomain', summary: 'Show everything about a domain' })
  @ConditionalGet()
  @ResponseBody(DomainDetailsResponse)
  @ApiProblems('domain-not-found')
  async get(@CurrentCaller() caller: Caller, @Param('domain') name: string): Promise<DomainDetailsResponse> {
    return this.details.describe(await this.domains.get(caller, name));
  }

  @Delete(':domain')
  @HttpCode(204)
  @UseGuards(DeletableDomainGuard)
  @DomainParameter()
  @RequiresPermission('domain:write')
  @ApiOperation({ operationId: 'deleteDomain', summary: 'Delete a domain and everything in it, immediately and permanently' })
  @ApiNoContentResponse({
    headers: { Location: { description: 'The path of the deletion and its receipt.', required: true, schema: { type: 'string' } } },
  })
  @ApiProblems('domain-not-found', 'precondition-failed')
  async delete(
    @CurrentDomain() domain: Domain,
    @RequestPrecondition(DomainDetailsResponse) precondition: Precondition<DomainDetailsResponse>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const id = await this.domains.delete(domain, async (current) => precondition(current && (await this.details.describe(current))));
    response.setHeader('Location', getDeletionPath(id));
  }
}

/** A caller that is limited to domains registers only these. @throws Problem permission-denied */
function requireDomainName(caller: Caller, domain: string | null | undefined): void {
  if (caller.domains === null || (typeof domain === 'string' && mayUseDomain(caller, normalizeDomainName(domain)))) return;
  const detail = `${caller.name} may only use the domains ${caller.domains.join(', ')}, and this is none of them. Nothing was changed.`;
  throw new Problem('permission-denied', detail);
}
