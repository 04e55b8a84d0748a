import { Body, Controller, Inject, Param, Post, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { authUrlOf, type ManagementSettings } from '@latchkey/config';
import type { Domain } from '@latchkey/persistence';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { ResponseBody } from '../http/response-body.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { SETTINGS } from '../settings/settings.module.js';
import { MagicLinkBodyPipe } from './magic-link-body.pipe.js';
import { MagicLinkRequest, MagicLinkResponse } from './magic-link.dto.js';
import { MagicLinkService } from './magic-link.service.js';

@ApiTags('Magic links')
@DomainParameter()
@Controller('v1/domain/:domain/user/:sub/magiclink')
@UseGuards(CurrentDomainGuard)
export class MagicLinkController {
  constructor(
    private readonly links: MagicLinkService,
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
  ) {}

  @Post()
  @ApiParam({ name: 'sub', schema: { type: 'string' }, description: 'The subject identifier of a user.' })
  @RequiresPermission('user:write')
  @ApiOperation({ operationId: 'createMagicLink', summary: 'Create a link that signs a user in once' })
  @ResponseBody(MagicLinkResponse, { status: 201 })
  @ApiProblems('invalid-request', 'user-cannot-sign-in', 'domain-not-found', 'user-not-found')
  async create(
    @CurrentDomain() domain: Domain,
    @Param('sub') sub: string,
    @Body(MagicLinkBodyPipe) request: MagicLinkRequest,
  ): Promise<MagicLinkResponse> {
    const token = await this.links.create(domain, sub, request);
    return { uri: `${authUrlOf(this.settings, domain.name)}/connect/magiclink?token=${token}` };
  }
}
