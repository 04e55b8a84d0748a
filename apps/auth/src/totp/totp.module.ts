import { Module } from '@nestjs/common';
import { AuthenticationMethodModule } from '../authentication-method/authentication-method.module.js';
import { TotpService } from './totp.service.js';

@Module({ imports: [AuthenticationMethodModule], providers: [TotpService], exports: [TotpService] })
export class TotpModule {}
