import { Body, Controller, Get, Put, Query, UseGuards } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Domain, Precondition } from '@latchkey/persistence';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { ConditionalGet, RequestPrecondition } from '../http/conditional-request.js';
import { OffersYaml } from '../http/content-negotiation.interceptor.js';
import { JsonObjectPipe } from '../http/json-object.pipe.js';
import type { JsonObject } from '../http/merge-patch.js';
import { RequestQueryPipe } from '../http/request-query.pipe.js';
import { YAML_MEDIA_TYPE } from '../http/yaml.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { AppliedConfigurationResponse, ApplyConfigurationQuery, ConfigurationDocument } from './configuration.dto.js';
import { ConfigurationService, type AppliedConfiguration } from './configuration.service.js';
import { SectionPermissionGuard } from './section-permission.guard.js';
import type { Configuration } from './section.js';

const PERMISSIONS_NOTE =
  'A caller also needs the permission of each section: client, scope, resource, role, provider, branding, webhook, log.';

@ApiTags('Configuration')
@DomainParameter()
@Controller('v1/domain/:domain/configuration')
@UseGuards(CurrentDomainGuard, SectionPermissionGuard)
export class ConfigurationController {
  constructor(private readonly configurations: ConfigurationService) {}

  @Get()
  @RequiresPermission('domain:read')
  @ApiOperation({
    operationId: 'getConfiguration',
    summary: 'Show the whole configuration of a domain as one document, as JSON or YAML; never users and secrets',
    description: PERMISSIONS_NOTE,
  })
  @ConditionalGet()
  @OffersYaml()
  @ApiProduces('application/json', YAML_MEDIA_TYPE)
  @ApiOkResponse({ type: ConfigurationDocument })
  @ApiProblems('domain-not-found', 'permission-denied')
  get(@CurrentDomain() domain: Domain): Promise<Configuration> {
    return this.configurations.get(domain);
  }

  @Put()
  @RequiresPermission('domain:write')
  @ApiOperation({
    operationId: 'applyConfiguration',
    summary: 'Replace the sections of the configuration that the document has, all or nothing; or only say what would change',
    description: `A section that is there is the whole of it: what it does not name is deleted. A section that is absent stays. At most 16 MiB, as JSON or YAML. ${PERMISSIONS_NOTE}`,
  })
  @ApiConsumes('application/json', YAML_MEDIA_TYPE)
  @ApiBody({ type: ConfigurationDocument })
  @ApiOkResponse({ type: AppliedConfigurationResponse })
  @ApiProblems('domain-not-found', 'permission-denied', 'precondition-failed')
  async apply(
    @CurrentDomain() domain: Domain,
    @Query(RequestQueryPipe) { dryRun }: ApplyConfigurationQuery,
    @Body(JsonObjectPipe) document: JsonObject,
    @RequestPrecondition() precondition: Precondition<Configuration>,
  ): Promise<AppliedConfiguration> {
    const parsed = await this.configurations.parse(domain, document);
    return dryRun === 'true'
      ? this.configurations.plan(domain, parsed, precondition)
      : this.configurations.apply(domain, parsed, precondition);
  }
}
