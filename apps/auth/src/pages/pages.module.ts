import { Module } from '@nestjs/common';
import { AssetsController } from './http/assets.controller.js';

@Module({ controllers: [AssetsController] })
export class PagesModule {}
