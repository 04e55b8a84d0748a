import { Module } from '@nestjs/common';
import { DeliveryClient } from './delivery.client.js';

/** What deliveries to webhooks and to streams of security events share. */
@Module({ providers: [DeliveryClient], exports: [DeliveryClient] })
export class DeliveryModule {}
