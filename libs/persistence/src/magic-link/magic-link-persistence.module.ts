import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MagicLink } from './magic-link.entity.js';
import { MagicLinkRepository } from './magic-link.repository.js';

@Module({ imports: [TypeOrmModule.forFeature([MagicLink])], providers: [MagicLinkRepository], exports: [MagicLinkRepository] })
export class MagicLinkPersistenceModule {}
