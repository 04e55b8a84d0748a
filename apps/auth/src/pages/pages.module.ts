import { Module } from '@nestjs/common';
import { FormSubmissionPersistenceModule, ServedPersistenceModule } from '@latchkey/persistence';
import { AssetsController } from './http/assets.controller.js';
import { FormSubmissionService } from './http/form-submission.service.js';
import { LanguageController } from './http/language.controller.js';
import { UnknownHostHandler } from './http/unknown-host.handler.js';

@Module({
  imports: [ServedPersistenceModule, FormSubmissionPersistenceModule],
  controllers: [AssetsController, LanguageController],
  providers: [FormSubmissionService, UnknownHostHandler],
  exports: [FormSubmissionService, UnknownHostHandler],
})
export class PagesModule {}
