import { Body, Controller, Param, Post, UseGuards } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Domain } from '@latchkey/persistence';
import { CurrentDomain, CurrentDomainGuard } from '../domain/current-domain.guard.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { DomainParameter } from '../openapi/domain-parameter.js';
import { MagicLinkRequest, MagicLinkResponse } from './magic-link.dto.js';
import { MagicLinkService } from './magic-link.service.js';

@ApiTags('Magic links')
@DomainParameter()
@Controller('v1/domain/:domain/user/:sub/magiclink')
@UseGuards(CurrentDomainGuard)
export class MagicLinkController {
  constructor(private readonly links: MagicLinkService) {}

  @Post()
  @ApiOperation({ operationId: 'createMagicLink', summary: 'Make a link that signs a user in, once' })
  @ApiCreatedResponse({ type: MagicLinkResponse })
  @ApiProblems('invalid-request', 'user-cannot-sign-in', 'domain-not-found', 'user-not-found')
  async create(@CurrentDomain() domain: Domain, @Param('sub') sub: string, @Body() request: MagicLinkRequest): Promise<MagicLinkResponse> {
    return { uri: await this.links.create(domain, sub, request) };
  }
}
