import { Controller, Get, Param, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Domain } from '@latchkey/persistence';
import { RequiresPermission } from '../../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../../current-domain/current-domain.guard.js';
import { ConditionalGet } from '../../http/conditional-request.js';
import { ResponseBody } from '../../http/response-body.js';
import { ApiProblems } from '../../openapi/api-problems.js';
import { ErasureResponse } from './erasure.dto.js';
import { ErasureService } from './erasure.service.js';

@ApiTags('Users')
@DomainParameter()
@Controller('v1/domain/:domain/erasure')
@UseGuards(CurrentDomainGuard)
export class ErasureController {
  constructor(private readonly erasures: ErasureService) {}

  @Get(':sub')
  @ApiParam({ name: 'sub', schema: { type: 'string' }, description: 'The subject identifier of a user who was deleted.' })
  @RequiresPermission('user:read')
  @ApiOperation({
    operationId: 'getErasure',
    summary: 'Show the signed receipt of the last erasure of a user with this subject identifier',
  })
  @ConditionalGet()
  @ResponseBody(ErasureResponse)
  @ApiProblems('domain-not-found', 'erasure-not-found')
  get(@CurrentDomain() domain: Domain, @Param('sub') sub: string): Promise<ErasureResponse> {
    return this.erasures.get({ domain, sub });
  }
}
