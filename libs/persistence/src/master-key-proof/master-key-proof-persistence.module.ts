import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { StoredMasterKeyProof } from './stored-master-key-proof.entity.js';
import { MasterKeyProofRepository } from './master-key-proof.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([StoredMasterKeyProof])],
  providers: [MasterKeyProofRepository],
  exports: [MasterKeyProofRepository],
})
export class MasterKeyProofPersistenceModule {}
