import { Module } from '@nestjs/common';
import { CredentialRepository } from './credential.repository.js';

@Module({ providers: [CredentialRepository], exports: [CredentialRepository] })
export class CredentialPersistenceModule {}
