import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SigningKey } from './signing-key.entity.js';
import { SigningKeyRepository } from './signing-key.repository.js';

@Module({ imports: [TypeOrmModule.forFeature([SigningKey])], providers: [SigningKeyRepository], exports: [SigningKeyRepository] })
export class SigningKeyPersistenceModule {}
