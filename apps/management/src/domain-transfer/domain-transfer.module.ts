import { Module } from '@nestjs/common';
import { DomainTransferPersistenceModule, DomainPersistenceModule } from '@latchkey/persistence';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { AuditLogChainModule } from '../audit-log/chain/audit-log-chain.module.js';
import { ConfigurationModule } from '../configuration/configuration.module.js';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { DomainModule } from '../domain/domain.module.js';
import { DomainExportController } from './domain-export.controller.js';
import { DomainExportService } from './domain-export.service.js';
import { DomainFreezeController } from './domain-freeze.controller.js';
import { DomainFreezeService } from './domain-freeze.service.js';
import { DomainImportController } from './domain-import.controller.js';
import { DomainImportService } from './domain-import.service.js';
import { ExportOpeningService } from './export-opening.service.js';
import { ImportCompletionService } from './import-completion.service.js';
import { ImportedConfigurationService } from './imported-configuration.service.js';
import { ImportedRowsService } from './imported-rows.service.js';
import { ImportReadingService } from './import-reading.service.js';
import { TransferKeyService } from './transfer-key.service.js';
import { TransferredKeysService } from './transferred-keys.service.js';
import { TransferredLogService } from './transferred-log.service.js';

@Module({
  imports: [
    AuditLogModule,
    AuditLogChainModule,
    ConfigurationModule,
    CurrentDomainModule,
    DomainModule,
    DomainPersistenceModule,
    DomainTransferPersistenceModule,
  ],
  controllers: [DomainExportController, DomainFreezeController, DomainImportController],
  providers: [
    DomainExportService,
    DomainFreezeService,
    DomainImportService,
    ExportOpeningService,
    ImportCompletionService,
    ImportedConfigurationService,
    ImportedRowsService,
    ImportReadingService,
    TransferKeyService,
    TransferredKeysService,
    TransferredLogService,
  ],
})
export class DomainTransferModule {}
