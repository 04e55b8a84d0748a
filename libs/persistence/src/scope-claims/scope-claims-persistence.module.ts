import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ScopeClaimsList } from './scope-claims.entity.js';
import { ScopeClaimsRepository } from './scope-claims.repository.js';

@Module({ imports: [TypeOrmModule.forFeature([ScopeClaimsList])], providers: [ScopeClaimsRepository], exports: [ScopeClaimsRepository] })
export class ScopeClaimsPersistenceModule {}
