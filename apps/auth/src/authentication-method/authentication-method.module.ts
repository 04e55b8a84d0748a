import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { CredentialPersistenceModule, AuditLogPersistenceModule } from '@latchkey/persistence';
import { MessageModule } from '../message/message.module.js';
import { CredentialChangeService } from './credential-change.service.js';
import { AuthenticationMethodService } from './authentication-method.service.js';
import { ClientAddressService } from '../domain/client-address.service.js';
import { RequestContextInterceptor } from './request-context.interceptor.js';

@Module({
  imports: [CredentialPersistenceModule, AuditLogPersistenceModule, MessageModule],
  providers: [
    AuthenticationMethodService,
    CredentialChangeService,
    ClientAddressService,
    { provide: APP_INTERCEPTOR, useClass: RequestContextInterceptor },
  ],
  exports: [AuthenticationMethodService, CredentialChangeService],
})
export class AuthenticationMethodModule {}
