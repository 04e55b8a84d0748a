import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Message } from './message.entity.js';
import { MessageRepository } from './message.repository.js';

@Module({ imports: [TypeOrmModule.forFeature([Message])], providers: [MessageRepository], exports: [MessageRepository] })
export class MessagePersistenceModule {}
