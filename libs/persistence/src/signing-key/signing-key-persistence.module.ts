import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FirstSigningKeyRepository } from './first-signing-key.repository.js';
import { SigningKey } from './signing-key.entity.js';
import { SigningKeyRepository } from './signing-key.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([SigningKey])],
  providers: [SigningKeyRepository, FirstSigningKeyRepository],
  exports: [SigningKeyRepository, FirstSigningKeyRepository],
})
export class SigningKeyPersistenceModule {}
