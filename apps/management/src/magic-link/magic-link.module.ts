import { Module } from '@nestjs/common';
import { DomainModule } from '../domain/domain.module.js';
import { MagicLinkController } from './magic-link.controller.js';
import { MagicLinkService } from './magic-link.service.js';

@Module({ imports: [DomainModule], controllers: [MagicLinkController], providers: [MagicLinkService] })
export class MagicLinkModule {}
