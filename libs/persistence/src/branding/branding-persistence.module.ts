import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Branding } from './branding.entity.js';
import { BrandingRepository } from './branding.repository.js';

@Module({ imports: [TypeOrmModule.forFeature([Branding])], providers: [BrandingRepository], exports: [BrandingRepository] })
export class BrandingPersistenceModule {}
