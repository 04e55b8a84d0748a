import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Domain } from '@latchkey/persistence';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { ResponseBody } from '../http/response-body.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { MailPreviewRequest, MailPreviewResponse } from './mail-preview.dto.js';
import { MailPreviewService } from './mail-preview.service.js';

@ApiTags('Mails')
@DomainParameter()
@Controller('v1/domain/:domain/mail-preview')
@UseGuards(CurrentDomainGuard)
export class MailPreviewController {
  constructor(private readonly previews: MailPreviewService) {}

  @Post()
  @HttpCode(200)
  @RequiresPermission('branding:write')
  @ApiOperation({
    operationId: 'previewMail',
    summary: 'Show a mail as users of a domain get it',
    description: 'With the stored branding, an invented user and a link that leads nowhere. Nothing is sent or stored.',
  })
  @ResponseBody(MailPreviewResponse)
  @ApiProblems('invalid-request', 'domain-not-found')
  preview(@CurrentDomain() domain: Domain, @Body() request: MailPreviewRequest): Promise<MailPreviewResponse> {
    return this.previews.render(domain, request);
  }
}
