import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DeviceCodeRepository } from './device-code.repository.js';
import { OidcPayload } from './oidc-payload.entity.js';
import { OidcPayloadRepository } from './oidc-payload.repository.js';
import { PendingPayloadRepository } from './pending-payload.repository.js';
import { RedemptionRepository } from './redemption.repository.js';

const REPOSITORIES = [OidcPayloadRepository, RedemptionRepository, PendingPayloadRepository, DeviceCodeRepository];

@Module({ imports: [TypeOrmModule.forFeature([OidcPayload])], providers: REPOSITORIES, exports: REPOSITORIES })
export class OidcPayloadPersistenceModule {}
