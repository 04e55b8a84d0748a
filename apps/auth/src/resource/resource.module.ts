import { Module } from '@nestjs/common';
import { ResourceMetadataController } from './resource-metadata.controller.js';

@Module({ controllers: [ResourceMetadataController] })
export class ResourceModule {}
