import { Module } from '@nestjs/common';
import { ReceiptKeyController } from './receipt-key.controller.js';
import { ReceiptKeyModule } from './receipt-key.module.js';

@Module({ imports: [ReceiptKeyModule], controllers: [ReceiptKeyController] })
export class ReceiptKeyApiModule {}
