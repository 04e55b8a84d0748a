import { Body, Controller, Get, HttpCode, Param, Post, Res, UseGuards } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Domain } from '@latchkey/persistence';
import type { Response } from 'express';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { createCheckedBodyPipe } from '../http/checked-body.pipe.js';
import type { CheckedBody } from '../http/checked-body.js';
import { ConditionalGet } from '../http/conditional-request.js';
import { ResponseBody } from '../http/response-body.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { UserInvitationRequest, UserInvitationResponse, UserInvitationSummaryResponse } from './user-invitation.dto.js';
import { UserInvitationService } from './user-invitation.service.js';

const ID_PARAMETER = { name: 'invitationId', schema: { type: 'string' }, description: 'The id of an invitation.' } as const;
const LOCATION = { description: 'The path of the invitation.', schema: { type: 'string' } } as const;

@ApiTags('Users')
@DomainParameter()
@Controller('v1/domain/:domain/user-invitation')
@UseGuards(CurrentDomainGuard)
export class UserInvitationController {
  constructor(private readonly invitations: UserInvitationService) {}

  @Post()
  @RequiresPermission('user:write')
  @ApiOperation({
    operationId: 'inviteUsers',
    summary: 'Invite users who have no way in yet by mail, in waves',
    description:
      'These are active users without passkey and authenticator app who have never signed in, for example after an import. Each gets at most one mail of an invitation. ' +
      'One invitation of a domain runs at a time. A later one reminds those who have not signed in.',
  })
  @ApiBody({ type: UserInvitationRequest })
  @ResponseBody(UserInvitationResponse, { status: 201, headers: { Location: LOCATION } })
  @ApiProblems('invalid-request', 'user-invitation-conflict', 'domain-not-found')
  async create(
    @CurrentDomain() domain: Domain,
    @Body(createCheckedBodyPipe(UserInvitationRequest)) body: CheckedBody<UserInvitationRequest>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UserInvitationResponse> {
    const created = await this.invitations.create(domain, body);
    response.setHeader('Location', `/v1/domain/${domain.name}/user-invitation/${created.id}`);
    return created;
  }

  @Get()
  @RequiresPermission('user:read')
  @ApiOperation({
    operationId: 'listUserInvitations',
    summary: 'List the invitations of the last 90 days, newest first; at most 20 that have ended',
  })
  @ResponseBody(UserInvitationSummaryResponse, { isArray: true })
  @ApiProblems('domain-not-found')
  list(@CurrentDomain() domain: Domain): Promise<UserInvitationSummaryResponse[]> {
    return this.invitations.list(domain);
  }

  @Get(':invitationId')
  @ApiParam(ID_PARAMETER)
  @RequiresPermission('user:read')
  @ApiOperation({ operationId: 'getUserInvitation', summary: 'Show the progress of an invitation' })
  @ConditionalGet()
  @ResponseBody(UserInvitationResponse)
  @ApiProblems('domain-not-found', 'user-invitation-not-found')
  get(@CurrentDomain() domain: Domain, @Param('invitationId') id: string): Promise<UserInvitationResponse> {
    return this.invitations.get(domain, id);
  }

  @Post(':invitationId/stop')
  @HttpCode(200)
  @ApiParam(ID_PARAMETER)
  @RequiresPermission('user:write')
  @ApiOperation({
    operationId: 'stopUserInvitation',
    summary: 'Stop an invitation',
    description: 'Users who wait are not invited. Links that were sent stay valid. An invitation that has ended stays as it is.',
  })
  @ResponseBody(UserInvitationResponse)
  @ApiProblems('domain-not-found', 'user-invitation-not-found')
  stop(@CurrentDomain() domain: Domain, @Param('invitationId') id: string): Promise<UserInvitationResponse> {
    return this.invitations.stop(domain, id);
  }
}
