import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { getRequestEvent } from '@latchkey/observability';
import { Problem } from '@latchkey/problem';
import { parseCredentials } from '@latchkey/server';
import { CurrentDomainRequest, type DomainRequest } from '../domain/served-domain.service.js';
import { readClientMetadata } from './client-metadata.js';
import { describeRegistration } from './registration-response.js';
import { RegistrationError } from './registration.error.js';
import { RegistrationLimitService } from './registration-limit.service.js';
import { RegistrationService, type NewRegistrationRequest, type RegistrationRequest } from './registration.service.js';

/** Clients register themselves (RFC 7591), and manage their registration (RFC 7592). */
@Controller('connect/register')
export class RegistrationController {
  constructor(
    private readonly registrations: RegistrationService,
    private readonly limits: RegistrationLimitService,
  ) {}

  @Post()
  async register(@CurrentDomainRequest() current: DomainRequest, @Body() body: unknown): Promise<object> {
    const request = toRequest(current);
    await this.limits.count(current.domain, current.request);
    await this.registrations.authorize(request);
    return describeRegistration(current.domain, await this.registrations.register(request, readClientMetadata(body)));
  }

  @Get(':clientId')
  async show(@CurrentDomainRequest() current: DomainRequest, @Param('clientId') clientId: string): Promise<object> {
    return describeRegistration(current.domain, await this.registrations.read(toClientRequest(current, clientId)));
  }

  @Put(':clientId')
  async replace(
    @CurrentDomainRequest() current: DomainRequest,
    @Param('clientId') clientId: string,
    @Body() body: unknown,
  ): Promise<object> {
    const request = toClientRequest(current, clientId);
    await this.registrations.read(request);
    const client = readClientMetadata(body);
    if ((body as { client_id?: unknown }).client_id !== clientId)
      throw new RegistrationError('invalid_client_metadata', 'client_id must be that of the registration: RFC 7592 section 2.2');
    return describeRegistration(current.domain, await this.registrations.replace(request, client));
  }

  @Delete(':clientId')
  @HttpCode(204)
  delete(@CurrentDomainRequest() current: DomainRequest, @Param('clientId') clientId: string): Promise<void> {
    return this.registrations.delete(toClientRequest(current, clientId));
  }
}

function requireEnabled({ domain }: DomainRequest): void {
  // control: clients register themselves only where an operator has enabled it
  if (domain.clientRegistration.dynamicRegistration.enabled) return;
  throw new Problem('not-found', 'Clients cannot register themselves here. Ask the operator of this server for a client.');
}

function toClientRequest(current: DomainRequest, clientId: string): RegistrationRequest {
  return { ...toRequest(current), clientId };
}

function toRequest(current: DomainRequest): NewRegistrationRequest {
  requireEnabled(current);
  const credentials = parseCredentials(current.request.headers.authorization);
  const token = credentials?.scheme === 'bearer' ? credentials.token : null;
  return { domain: current.domain, token, requestId: getRequestEvent(current.response).requestId };
}
