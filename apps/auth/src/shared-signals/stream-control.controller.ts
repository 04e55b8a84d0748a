import { Body, Controller, Get, HttpCode, Param, Post, Query, UseFilters } from '@nestjs/common';
import { CurrentDomainRequest, type DomainRequest } from '../domain/served-domain.service.js';
import { PollService, type PollAnswer } from './poll.service.js';
import { ClientTokenService } from '../client-token/client-token.service.js';
import { SsfErrorFilter } from './ssf-error.filter.js';
import { StreamControlService } from './stream-control.service.js';
import { MANAGE, READ } from './stream-scopes.js';
import { StreamService } from './stream.service.js';
import { describeStatus } from './transmitter.js';

/** A receiver's operations on its stream: OpenID SSF 1.0 sections 8.1.2 to 8.1.4, RFC 8936. */
@Controller('ssf')
@UseFilters(SsfErrorFilter)
export class StreamControlController {
  constructor(
    private readonly receivers: ClientTokenService,
    private readonly streams: StreamService,
    private readonly controls: StreamControlService,
    private readonly polls: PollService,
  ) {}

  @Get('status')
  async readStatus(@CurrentDomainRequest() request: DomainRequest, @Query('stream_id') id: unknown): Promise<object> {
    const receiver = await this.receivers.authenticate(request, READ);
    return describeStatus(await this.streams.get(receiver, id));
  }

  @Post('status')
  @HttpCode(200)
  async setStatus(@CurrentDomainRequest() request: DomainRequest, @Body() body: unknown): Promise<object> {
    const receiver = await this.receivers.authenticate(request, MANAGE);
    return describeStatus(await this.controls.setStatus(receiver, body));
  }

  @Post('subject/add')
  @HttpCode(200)
  async addSubject(@CurrentDomainRequest() request: DomainRequest, @Body() body: unknown): Promise<void> {
    const receiver = await this.receivers.authenticate(request, MANAGE);
    await this.controls.addSubject(receiver, body);
  }

  @Post('subject/remove')
  @HttpCode(204)
  async removeSubject(@CurrentDomainRequest() request: DomainRequest, @Body() body: unknown): Promise<void> {
    const receiver = await this.receivers.authenticate(request, MANAGE);
    await this.controls.removeSubject(receiver, body);
  }

  @Post('verify')
  @HttpCode(204)
  async verify(@CurrentDomainRequest() request: DomainRequest, @Body() body: unknown): Promise<void> {
    const receiver = await this.receivers.authenticate(request, MANAGE);
    await this.controls.verify(receiver, body);
  }

  /** The polling endpoint. It requires `ssf.manage`, because acknowledging removes events. */
  @Post('poll/:id')
  @HttpCode(200)
  async poll(@CurrentDomainRequest() request: DomainRequest, @Param('id') id: string, @Body() body: unknown): Promise<PollAnswer> {
    const receiver = await this.receivers.authenticate(request, MANAGE);
    const gone = new AbortController();
    request.response.once('close', () => gone.abort());
    return this.polls.poll(receiver, { id, body }, gone.signal);
  }
}
