import { Body, Controller, Get, HttpCode, Post, Put, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Domain, Precondition } from '@latchkey/persistence';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { CHECKS_PER_MINUTE, DomainVerificationLimitService } from '../domain-verification/domain-verification-limit.service.js';
import { ConditionalGet, RequestPrecondition } from '../http/conditional-request.js';
import { ResponseBody } from '../http/response-body.js';
import { WaitsForNetwork } from '../http/waits-for-network.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { MailSenderRequest, MailSenderResponse, SenderVerificationResponse } from './mail-sender.dto.js';
import { MailSenderService } from './mail-sender.service.js';
import { SenderReportService } from './sender-report.service.js';

@ApiTags('Mails')
@DomainParameter()
@Controller('v1/domain/:domain/mail-sender')
@UseGuards(CurrentDomainGuard)
export class MailSenderController {
  constructor(
    private readonly senders: MailSenderService,
    private readonly reports: SenderReportService,
    private readonly limit: DomainVerificationLimitService,
  ) {}

  @Get()
  @RequiresPermission('branding:read')
  @ApiOperation({ operationId: 'getMailSender', summary: 'Show who the mails of a domain come from' })
  @ConditionalGet()
  @ResponseBody(MailSenderResponse)
  @ApiProblems('domain-not-found')
  get(@CurrentDomain() domain: Domain): Promise<MailSenderResponse> {
    return this.senders.get(domain);
  }

  @Put()
  @HttpCode(204)
  @RequiresPermission('branding:write')
  @ApiOperation({ operationId: 'replaceMailSender', summary: 'Choose who the mails of a domain come from' })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'precondition-failed')
  async replace(
    @CurrentDomain() domain: Domain,
    @Body() request: MailSenderRequest,
    @RequestPrecondition(MailSenderResponse) precondition: Precondition<MailSenderResponse>,
  ): Promise<void> {
    await this.senders.replace(domain, request, precondition);
  }

  @Post('verify')
  @WaitsForNetwork()
  @HttpCode(200)
  @RequiresPermission('branding:write')
  @ApiOperation({
    operationId: 'verifyMailSender',
    summary: 'Check the DNS records of the own address now',
    description:
      'Waits for the check, which takes some seconds at most, and answers with the records to create and what is wrong with them. Mails come ' +
      'from the address while DKIM and SPF are right. The check is repeated before a mail is sent, if the last one is older than an hour. ' +
      `At most ${CHECKS_PER_MINUTE} checks a minute for each domain.`,
  })
  @ResponseBody(SenderVerificationResponse)
  @ApiProblems('domain-not-found')
  async verify(@CurrentDomain() domain: Domain): Promise<SenderVerificationResponse> {
    await this.limit.consume(domain.id);
    return this.reports.check(domain);
  }
}
