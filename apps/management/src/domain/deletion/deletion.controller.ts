import { Controller, Get, Param } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { isUuid } from '@latchkey/oauth';
import { RequiresPermission } from '../../caller/requires-permission.js';
import { CurrentCaller, type Caller } from '../../caller/caller.js';
import { ConditionalGet } from '../../http/conditional-request.js';
import { ResponseBody } from '../../http/response-body.js';
import { ApiProblems } from '../../openapi/api-problems.js';
import { DeletionResponse } from './deletion.dto.js';
import { DeletionService, createDeletionNotFoundProblem } from './deletion.service.js';

@ApiTags('Domains')
@Controller('v1/deletion')
export class DeletionController {
  constructor(private readonly deletions: DeletionService) {}

  @Get(':deletionId')
  @ApiParam({ name: 'deletionId', description: 'The id in the Location of DELETE /v1/domain/{domain}.', schema: { type: 'string' } })
  @RequiresPermission('domain:read')
  @ApiOperation({ operationId: 'getDeletion', summary: 'Show the progress of a domain deletion, and its signed receipt' })
  @ConditionalGet()
  @ResponseBody(DeletionResponse)
  @ApiProblems('deletion-not-found')
  async get(@CurrentCaller() caller: Caller, @Param('deletionId') deletionId: string): Promise<DeletionResponse> {
    if (!isUuid(deletionId)) throw createDeletionNotFoundProblem();
    const { id, domain, requestedAt, completedAt, receipt } = await this.deletions.get(caller, deletionId);
    return {
      id,
      domain,
      status: completedAt ? 'Done' : 'Running',
      requestedAt: requestedAt.toISOString(),
      completedAt: completedAt?.toISOString() ?? null,
      receipt,
    };
  }
}
