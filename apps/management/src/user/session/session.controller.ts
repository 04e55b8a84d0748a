import { Controller, Delete, Get, HttpCode, Param, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Domain } from '@latchkey/persistence';
import { RequiresPermission } from '../../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../../current-domain/current-domain.guard.js';
import { ResponseBody } from '../../http/response-body.js';
import { ApiProblems } from '../../openapi/api-problems.js';
import { SessionResponse } from './session.dto.js';
import { SessionService } from './session.service.js';

@ApiTags('Users')
@DomainParameter()
@ApiParam({ name: 'sub', schema: { type: 'string' }, description: 'The subject identifier of a user.' })
@Controller('v1/domain/:domain/user/:sub/session')
@UseGuards(CurrentDomainGuard)
export class SessionController {
  constructor(private readonly sessions: SessionService) {}

  @Get()
  @RequiresPermission('user:read')
  @ApiOperation({ operationId: 'listUserSessions', summary: 'List the sessions of a user, latest sign-in first' })
  @ResponseBody(SessionResponse, { isArray: true })
  @ApiProblems('domain-not-found', 'user-not-found')
  list(@CurrentDomain() domain: Domain, @Param('sub') sub: string): Promise<SessionResponse[]> {
    return this.sessions.list({ domain, sub });
  }

  @Delete()
  @HttpCode(204)
  @RequiresPermission('user:write')
  @ApiOperation({
    operationId: 'deleteUserSessions',
    summary: 'End all sessions of a user, and revoke all tokens, offline access too. Clients get logout tokens',
  })
  @ApiNoContentResponse()
  @ApiProblems('domain-not-found', 'user-not-found')
  endAll(@CurrentDomain() domain: Domain, @Param('sub') sub: string): Promise<void> {
    return this.sessions.endAll({ domain, sub });
  }

  @Delete(':sessionId')
  @HttpCode(204)
  @ApiParam({ name: 'sessionId', schema: { type: 'string' }, description: 'The id of a session in the list.' })
  @RequiresPermission('user:write')
  @ApiOperation({
    operationId: 'deleteUserSession',
    summary: 'End a session and revoke the tokens issued within it, except offline access. Clients get logout tokens',
  })
  @ApiNoContentResponse()
  @ApiProblems('domain-not-found', 'user-not-found', 'session-not-found')
  end(@CurrentDomain() domain: Domain, @Param('sub') sub: string, @Param('sessionId') id: string): Promise<void> {
    return this.sessions.end({ domain, sub }, id);
  }
}
