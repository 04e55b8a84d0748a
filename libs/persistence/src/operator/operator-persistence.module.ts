import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OperatorProof } from './operator-proof.entity.js';
import { OperatorProofRepository } from './operator-proof.repository.js';
import { Operator } from './operator.entity.js';
import { OperatorRepository } from './operator.repository.js';

const REPOSITORIES = [OperatorRepository, OperatorProofRepository];

@Module({ imports: [TypeOrmModule.forFeature([Operator, OperatorProof])], providers: REPOSITORIES, exports: REPOSITORIES })
export class OperatorPersistenceModule {}
