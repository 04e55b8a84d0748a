import { Module } from '@nestjs/common';
import { EncryptedValueRepository } from './encrypted-value.repository.js';

@Module({ providers: [EncryptedValueRepository], exports: [EncryptedValueRepository] })
export class EncryptedValuePersistenceModule {}
