import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SsfChange } from './ssf-change.entity.js';
import { SsfChangeRepository } from './ssf-change.repository.js';
import { SsfDeliveryRepository } from './ssf-delivery.repository.js';
import { SsfEndedEvent } from './ssf-ended-event.entity.js';
import { SsfEvent } from './ssf-event.entity.js';
import { SsfEventRepository } from './ssf-event.repository.js';
import { SsfPushRepository } from './ssf-push.repository.js';
import { SsfRemovedSubject } from './ssf-removed-subject.entity.js';
import { SsfStream } from './ssf-stream.entity.js';
import { SsfStreamRepository } from './ssf-stream.repository.js';

const REPOSITORIES = [SsfChangeRepository, SsfDeliveryRepository, SsfEventRepository, SsfPushRepository, SsfStreamRepository];

@Module({
  imports: [TypeOrmModule.forFeature([SsfChange, SsfEndedEvent, SsfEvent, SsfRemovedSubject, SsfStream])],
  providers: REPOSITORIES,
  exports: REPOSITORIES,
})
export class SharedSignalsPersistenceModule {}
