import { Module } from '@nestjs/common';
import { IssuedTokenRepository } from './issued-token.repository.js';
import { ServedDomainRepository } from './served-domain.repository.js';
import { ServedIdentityProviderRepository } from './served-identity-provider.repository.js';
import { ServedRecordRepository } from './served-record.repository.js';

const REPOSITORIES = [IssuedTokenRepository, ServedDomainRepository, ServedIdentityProviderRepository, ServedRecordRepository];

/** Reads tables for the auth server that management writes. */
@Module({ providers: REPOSITORIES, exports: REPOSITORIES })
export class ServedPersistenceModule {}
