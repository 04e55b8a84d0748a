import { Module } from '@nestjs/common';
import { MethodModule } from '../method/method.module.js';
import { Totp } from './totp.js';

@Module({ imports: [MethodModule], providers: [Totp], exports: [Totp] })
export class TotpModule {}
