import { Injectable } from '@nestjs/common';
import type { DueKind } from '@latchkey/persistence';
import { Signals } from '@latchkey/server';

/** Tells periodic tasks that rows of theirs are due. */
@Injectable()
export class DueWorkSignals extends Signals<DueKind> {}
