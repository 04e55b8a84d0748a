import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { OrdersController } from './orders.controller.js';
import { AUDIENCE, ISSUER, PORT } from './settings.js';

@Module({ controllers: [OrdersController] })
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: ['warn', 'error'] });
await app.listen(PORT, '127.0.0.1');
console.log(`http://localhost:${PORT}/orders wants tokens of ${ISSUER} for ${AUDIENCE}`);
