import { Module } from '@nestjs/common';
import { SharedSignalsPersistenceModule } from '@latchkey/persistence';
import { SignalAssignmentService } from './signal-assignment.service.js';

@Module({
  imports: [SharedSignalsPersistenceModule],
  providers: [SignalAssignmentService],
  exports: [SignalAssignmentService],
})
export class SharedSignalsModule {}
