import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Domain } from '@latchkey/persistence';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { ResponseBody } from '../http/response-body.js';
import { WaitsForNetwork } from '../http/waits-for-network.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { MailTestRequest, MailTestResponse } from './mail-test.dto.js';
import { MailTestService, TESTS_PER_HOUR } from './mail-test.service.js';

@ApiTags('Mails')
@DomainParameter()
@Controller('v1/domain/:domain/mail-test')
@UseGuards(CurrentDomainGuard)
export class MailTestController {
  constructor(private readonly tests: MailTestService) {}

  @Post()
  @WaitsForNetwork()
  @HttpCode(200)
  @RequiresPermission('branding:write')
  @ApiOperation({
    operationId: 'testMail',
    summary: 'Send a test mail, and show what the mail server answers',
    description:
      'The mail with a sign-in link, with the stored branding, the current sender, an invented user and a link that leads nowhere. Waits for ' +
      `the mail server, 10 seconds at most. The log has mail.tested with the outcome, not the address. At most ${TESTS_PER_HOUR} an hour for each domain.`,
  })
  @ResponseBody(MailTestResponse)
  @ApiProblems('invalid-request', 'domain-not-found')
  send(@CurrentDomain() domain: Domain, @Body() request: MailTestRequest): Promise<MailTestResponse> {
    return this.tests.send(domain, request);
  }
}
