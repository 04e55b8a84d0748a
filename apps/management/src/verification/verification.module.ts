import { Module } from '@nestjs/common';
import { NameCheck } from './name-check.js';
import { VerificationLimit } from './verification-limit.js';
import { VerificationService } from './verification.service.js';

@Module({ providers: [NameCheck, VerificationLimit, VerificationService], exports: [VerificationLimit, VerificationService] })
export class VerificationModule {}
