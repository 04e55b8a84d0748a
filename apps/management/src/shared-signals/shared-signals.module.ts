import { Module } from '@nestjs/common';
import { SharedSignalsPersistenceModule } from '@latchkey/persistence';
import { SignalExpirySweeper } from './signal-expiry.sweeper.js';
import { SignalAssignmentService } from './signal-assignment.service.js';

@Module({
  imports: [SharedSignalsPersistenceModule],
  providers: [SignalAssignmentService, SignalExpirySweeper],
  exports: [SignalAssignmentService],
})
export class SharedSignalsModule {}
