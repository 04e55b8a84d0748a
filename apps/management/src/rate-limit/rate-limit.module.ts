import { Module } from '@nestjs/common';
import { RateLimitMiddleware } from './rate-limit.middleware.js';

@Module({ imports: [], providers: [RateLimitMiddleware] })
export class RateLimitModule {}
