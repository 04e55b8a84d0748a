import { Module } from '@nestjs/common';
import { DeliveryClient } from './delivery.client.js';

/** What the deliveries to webhooks and to streams of security events have in common. */
@Module({ providers: [DeliveryClient], exports: [DeliveryClient] })
export class DeliveryModule {}
