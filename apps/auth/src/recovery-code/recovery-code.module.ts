import { Module } from '@nestjs/common';
import { MethodModule } from '../method/method.module.js';
import { RecoveryCodes } from './recovery-codes.js';

@Module({ imports: [MethodModule], providers: [RecoveryCodes], exports: [RecoveryCodes] })
export class RecoveryCodeModule {}
