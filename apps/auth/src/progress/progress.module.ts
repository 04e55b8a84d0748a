import { Module } from '@nestjs/common';
import { SignInProgress } from './sign-in-progress.js';

@Module({ providers: [SignInProgress], exports: [SignInProgress] })
export class ProgressModule {}
