import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SignInProgress } from './sign-in-progress.entity.js';
import { SignInProgressRepository } from './sign-in-progress.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([SignInProgress])],
  providers: [SignInProgressRepository],
  exports: [SignInProgressRepository],
})
export class SignInProgressPersistenceModule {}
