import { Module } from '@nestjs/common';
import { DomainModule } from '../domain/domain.module.js';
import { MethodModule } from '../method/method.module.js';
import { Challenges } from './challenges.js';
import { Passkeys } from './passkeys.js';

@Module({ imports: [DomainModule, MethodModule], providers: [Challenges, Passkeys], exports: [Passkeys] })
export class PasskeyModule {}
