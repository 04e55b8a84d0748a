import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailSender } from './mail-sender.entity.js';
import { MailSenderRepository } from './mail-sender.repository.js';

@Module({ imports: [TypeOrmModule.forFeature([MailSender])], providers: [MailSenderRepository], exports: [MailSenderRepository] })
export class MailSenderPersistenceModule {}
