import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PageText } from './page-text.entity.js';
import { PageTextRepository } from './page-text.repository.js';

@Module({ imports: [TypeOrmModule.forFeature([PageText])], providers: [PageTextRepository], exports: [PageTextRepository] })
export class PageTextPersistenceModule {}
