import { Module } from '@nestjs/common';
import { DomainPersistenceModule, FormSubmissionPersistenceModule } from '@latchkey/persistence';
import { AssetsController } from './http/assets.controller.js';
import { FormSubmissionService } from './http/form-submission.service.js';
import { UnknownHostHandler } from './http/unknown-host.handler.js';

@Module({
  imports: [DomainPersistenceModule, FormSubmissionPersistenceModule],
  controllers: [AssetsController],
  providers: [FormSubmissionService, UnknownHostHandler],
  exports: [FormSubmissionService, UnknownHostHandler],
})
export class PagesModule {}
