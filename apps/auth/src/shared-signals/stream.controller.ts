import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Put, Query, UseFilters } from '@nestjs/common';
import type { SsfStream } from '@latchkey/persistence';
import { CurrentDomainRequest, type DomainRequest } from '../domain/served-domain.service.js';
import { ClientTokenService } from '../client-token/client-token.service.js';
import { SsfErrorFilter } from './ssf-error.filter.js';
import { MANAGE, READ } from './stream-scopes.js';
import { StreamService } from './stream.service.js';
import { describeStream } from './transmitter.js';

/** The configuration endpoint: OpenID SSF 1.0 section 8.1.1. */
@Controller('ssf/stream')
@UseFilters(SsfErrorFilter)
export class StreamController {
  constructor(
    private readonly receivers: ClientTokenService,
    private readonly streams: StreamService,
  ) {}

  @Post()
  async create(@CurrentDomainRequest() request: DomainRequest, @Body() body: unknown): Promise<object> {
    const receiver = await this.receivers.authenticate(request, MANAGE);
    return show(request, await this.streams.create(receiver, body));
  }

  /** Returns one stream, or the list of all: section 8.1.1.2. */
  @Get()
  async read(@CurrentDomainRequest() request: DomainRequest, @Query('stream_id') id: unknown): Promise<object> {
    const receiver = await this.receivers.authenticate(request, READ);
    if (id !== undefined) return show(request, await this.streams.get(receiver, id));
    return (await this.streams.list(receiver)).map((stream) => show(request, stream));
  }

  @Patch()
  async update(@CurrentDomainRequest() request: DomainRequest, @Body() body: unknown): Promise<object> {
    const receiver = await this.receivers.authenticate(request, MANAGE);
    return show(request, await this.streams.update(receiver, body));
  }

  @Put()
  async replace(@CurrentDomainRequest() request: DomainRequest, @Body() body: unknown): Promise<object> {
    const receiver = await this.receivers.authenticate(request, MANAGE);
    return show(request, await this.streams.replace(receiver, body));
  }

  @Delete()
  @HttpCode(204)
  async delete(@CurrentDomainRequest() request: DomainRequest, @Query('stream_id') id: unknown): Promise<void> {
    const receiver = await this.receivers.authenticate(request, MANAGE);
    await this.streams.delete(receiver, id);
  }
}

function show({ domain }: DomainRequest, stream: SsfStream): object {
  return describeStream(stream, domain.issuer);
}
