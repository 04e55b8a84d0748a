import { Body, Controller, Delete, Get, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import { ApiBody, ApiNoContentResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Domain } from '@latchkey/persistence';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { createCheckedBodyPipe } from '../http/checked-body.pipe.js';
import type { CheckedBody } from '../http/checked-body.js';
import { ResponseBody } from '../http/response-body.js';
import { UnpagedList } from '../http/total-count.interceptor.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { InvitationRequest, InvitationResponse } from './invitation.dto.js';
import { InvitationService, MAX_INVITATIONS } from './invitation.service.js';

@ApiTags('Users')
@DomainParameter()
@Controller('v1/domain/:domain/invitation')
@UseGuards(CurrentDomainGuard)
export class InvitationController {
  constructor(private readonly invitations: InvitationService) {}

  @Get()
  @RequiresPermission('user:read')
  @ApiOperation({
    operationId: 'listInvitations',
    summary: 'List the pending invitations of a domain, oldest first; those that were accepted, revoked or expired are gone',
  })
  @UnpagedList(InvitationResponse)
  @ApiProblems('invalid-request', 'domain-not-found')
  list(@CurrentDomain() domain: Domain): Promise<InvitationResponse[]> {
    return this.invitations.list(domain);
  }

  @Post()
  @RequiresPermission('user:write')
  @ApiOperation({
    operationId: 'createInvitation',
    summary: 'Invite a person by mail to create an account',
    description:
      'The mail has a link that works once. The person opens it, confirms the name, is signed in and may create a passkey. The link is only in ' +
      `the mail. It replaces an earlier invitation of the address. A domain has at most ${MAX_INVITATIONS} pending invitations, and its sign-in ` +
      'needs signUp ByInvitation or Open.',
  })
  @ApiBody({ type: InvitationRequest })
  @ResponseBody(InvitationResponse, { status: 201 })
  @ApiProblems('invalid-request', 'domain-not-found', 'invitation-conflict')
  create(
    @CurrentDomain() domain: Domain,
    @Body(createCheckedBodyPipe(InvitationRequest)) body: CheckedBody<InvitationRequest>,
  ): Promise<InvitationResponse> {
    return this.invitations.create(domain, body);
  }

  @Delete(':invitationId')
  @HttpCode(204)
  @ApiParam({ name: 'invitationId', schema: { type: 'string' }, description: 'The id of an invitation.' })
  @RequiresPermission('user:write')
  @ApiOperation({ operationId: 'deleteInvitation', summary: 'Revoke an invitation, whose link then no longer works' })
  @ApiNoContentResponse()
  @ApiProblems('domain-not-found', 'invitation-not-found')
  delete(@CurrentDomain() domain: Domain, @Param('invitationId') id: string): Promise<void> {
    return this.invitations.delete(domain, id);
  }
}
