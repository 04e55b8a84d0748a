import { Module } from '@nestjs/common';
import { CredentialLog } from './credential-log.js';
import { Methods } from './methods.js';

@Module({ providers: [Methods, CredentialLog], exports: [Methods, CredentialLog] })
export class MethodModule {}
