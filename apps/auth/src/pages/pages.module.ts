import { Module } from '@nestjs/common';
import { FormSubmissionPersistenceModule } from '@latchkey/persistence';
import { AssetsController } from './http/assets.controller.js';
import { FormSubmissionService } from './http/form-submission.service.js';

@Module({
  imports: [FormSubmissionPersistenceModule],
  controllers: [AssetsController],
  providers: [FormSubmissionService],
  exports: [FormSubmissionService],
})
export class PagesModule {}
