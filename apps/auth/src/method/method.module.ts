import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { MessageModule } from '../message/message.module.js';
import { CredentialChanges } from './credential-changes.js';
import { Methods } from './methods.js';
import { VisitorInterceptor } from './visitor.interceptor.js';

@Module({
  imports: [MessageModule],
  providers: [Methods, CredentialChanges, { provide: APP_INTERCEPTOR, useClass: VisitorInterceptor }],
  exports: [Methods, CredentialChanges],
})
export class MethodModule {}
