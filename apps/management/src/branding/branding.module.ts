import { Module } from '@nestjs/common';
import { DomainModule } from '../domain/domain.module.js';
import { BrandingController } from './branding.controller.js';
import { BrandingService } from './branding.service.js';

@Module({ imports: [DomainModule], controllers: [BrandingController], providers: [BrandingService] })
export class BrandingModule {}
