import { Module } from '@nestjs/common';
import { Messages } from './messages.js';

@Module({ providers: [Messages], exports: [Messages] })
export class MessageModule {}
