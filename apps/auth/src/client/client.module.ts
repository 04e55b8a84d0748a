import { Module } from '@nestjs/common';
import {
  AuditLogPersistenceModule,
  ClientAuthenticationPersistenceModule,
  ClientPersistenceModule,
  ServedPersistenceModule,
} from '@latchkey/persistence';
import { DomainModule } from '../domain/domain.module.js';
import { ClientCache } from './client.cache.js';
import { MetadataDocumentAuditLogService } from './metadata-document/metadata-document-audit-log.service.js';
import { MetadataDocumentService } from './metadata-document/metadata-document.service.js';
import { MethodLastUseService } from './method-last-use.service.js';
import { SecretLastUseService } from './secret-last-use.service.js';

@Module({
  imports: [
    AuditLogPersistenceModule,
    ClientAuthenticationPersistenceModule,
    ClientPersistenceModule,
    ServedPersistenceModule,
    DomainModule,
  ],
  providers: [SecretLastUseService, MethodLastUseService, MetadataDocumentAuditLogService, MetadataDocumentService, ClientCache],
  exports: [ClientCache, MetadataDocumentService, SecretLastUseService, MethodLastUseService],
})
export class ClientModule {}
