import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FormSubmission } from './form-submission.entity.js';
import { FormSubmissionRepository } from './form-submission.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([FormSubmission])],
  providers: [FormSubmissionRepository],
  exports: [FormSubmissionRepository],
})
export class FormSubmissionPersistenceModule {}
