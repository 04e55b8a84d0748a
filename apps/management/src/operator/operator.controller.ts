import { Body, Controller, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Operator, Precondition } from '@latchkey/persistence';
import { CurrentCaller, type Caller } from '../caller/caller.js';
import { RequiresPermission } from '../caller/requires-permission.js';
import { normalizeDomainName } from '../current-domain/normalize-domain-name.js';
import { ConditionalGet, RequestPrecondition } from '../http/conditional-request.js';
import { CreatesOrReplaces } from '../http/created-status.interceptor.js';
import { KeyedListBody, type KeyedList } from '../http/keyed-list.js';
import { ResponseBody } from '../http/response-body.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { OperatorIdParameter, OperatorIdPipe } from './operator-id.pipe.js';
import { ListedOperatorResponse, OperatorBody, OperatorRequest, OperatorResponse } from './operator.dto.js';
import { OperatorService } from './operator.service.js';

@ApiTags('Operators')
@Controller('v1/operator')
export class OperatorController {
  constructor(private readonly operators: OperatorService) {}

  @Get()
  @RequiresPermission('operator:read')
  @ApiOperation({ operationId: 'listOperators', summary: 'List the operators of the subscription, oldest first' })
  @KeyedListBody(ListedOperatorResponse)
  @ApiProblems()
  async list(@CurrentCaller() caller: Caller): Promise<KeyedList> {
    const keys = await this.operators.listIds(caller);
    return { keys, total: keys.length, read: (ids) => this.operators.findAll(caller, ids) };
  }

  @Get(':operatorId')
  @OperatorIdParameter()
  @RequiresPermission('operator:read')
  @ApiOperation({ operationId: 'getOperator', summary: 'Show an operator' })
  @ConditionalGet(OperatorBody)
  @ResponseBody(OperatorResponse)
  @ApiProblems('invalid-request', 'operator-not-found')
  get(@CurrentCaller() caller: Caller, @Param('operatorId', OperatorIdPipe) operatorId: string): Promise<Operator> {
    return this.operators.get(caller, operatorId);
  }

  @Put(':operatorId')
  @CreatesOrReplaces()
  @OperatorIdParameter()
  @RequiresPermission('operator:write')
  @ApiOperation({
    operationId: 'provisionOperator',
    summary: 'Let a person or a service use this API with access tokens, or replace what it may do',
    description:
      'You cannot give permissions or domains that you do not have. The next request of the operator may do exactly this. A subscription has at most 1000 operators.',
  })
  @ApiProblems('invalid-request', 'operator-not-found', 'operator-conflict', 'precondition-failed')
  provision(
    @CurrentCaller() caller: Caller,
    @Param('operatorId', OperatorIdPipe) operatorId: string,
    @Body() { issuer, subject, name, permissions, domains }: OperatorRequest,
    @RequestPrecondition(OperatorBody) precondition: Precondition<Operator>,
  ): Promise<boolean> {
    const names = domains ? [...new Set(domains.map(normalizeDomainName))] : null;
    return this.operators.provision({ caller, operatorId }, { issuer, subject, name, permissions, domains: names }, precondition);
  }

  @Delete(':operatorId')
  @HttpCode(204)
  @OperatorIdParameter()
  @RequiresPermission('operator:write')
  @ApiOperation({ operationId: 'deleteOperator', summary: 'Remove an operator, whose tokens are refused from the next request' })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'operator-not-found', 'precondition-failed')
  delete(
    @CurrentCaller() caller: Caller,
    @Param('operatorId', OperatorIdPipe) operatorId: string,
    @RequestPrecondition(OperatorBody) precondition: Precondition<Operator>,
  ): Promise<void> {
    return this.operators.delete({ caller, operatorId }, precondition);
  }
}
