import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../caller/caller.js';
import { AllowsEveryCaller } from '../caller/requires-permission.js';
import { ConditionalGet } from '../http/conditional-request.js';
import { ResponseBody } from '../http/response-body.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { CurrentCallerResponse } from './current-caller.dto.js';
import { CurrentCallerService } from './current-caller.service.js';

@ApiTags('Caller')
@Controller('v1/caller')
export class CurrentCallerController {
  constructor(private readonly callers: CurrentCallerService) {}

  @Get()
  @AllowsEveryCaller()
  @ApiOperation({
    operationId: 'getCaller',
    summary: 'Show whose API key or access token the request has',
    description: 'Requires no permission.',
  })
  @ConditionalGet()
  @ResponseBody(CurrentCallerResponse)
  @ApiProblems()
  get(@CurrentCaller() caller: Caller): Promise<CurrentCallerResponse> {
    return this.callers.describe(caller);
  }
}
