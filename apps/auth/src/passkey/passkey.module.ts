import { Module } from '@nestjs/common';
import { MethodModule } from '../method/method.module.js';
import { Challenges } from './challenges.js';
import { Passkeys } from './passkeys.js';

@Module({ imports: [MethodModule], providers: [Challenges, Passkeys], exports: [Passkeys] })
export class PasskeyModule {}
