import { Module } from '@nestjs/common';
import { AuthenticationMethodModule } from '../authentication-method/authentication-method.module.js';
import { RecoveryCodeService } from './recovery-code.service.js';

@Module({ imports: [AuthenticationMethodModule], providers: [RecoveryCodeService], exports: [RecoveryCodeService] })
export class RecoveryCodeModule {}
