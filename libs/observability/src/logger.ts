import pino, { type DestinationStream, type Logger } from 'pino';
import pretty from 'pino-pretty';
import { getCurrentTrace } from './trace-context.js';

export type { Logger } from 'pino';

export interface LoggerOptions {
  service: 'management' | 'auth' | 'cli';
  level: string;
  format: 'json' | 'pretty';
}

/**
 * A logger of structured events. It logs only the fields that an event lists: request, header and body objects are never passed to it, and
 * of an error it logs only type, message, code and stack.
 */
export function createLogger(options: LoggerOptions, destination: DestinationStream = defaultDestination(options)): Logger {
  return pino(
    {
      level: options.level,
      base: { service: options.service },
      timestamp: isoTime,
      formatters: { level: (level) => ({ level }) },
      serializers: { error: describeError },
      mixin: describeTrace,
      // Copies only if there is something to add, because most lines belong to no trace.
      mixinMergeStrategy: (line, trace) => (trace === NO_TRACE ? line : { ...trace, ...line }),
    },
    destination,
  );
}

const NO_TRACE = {};

/** The fields that every line within a trace has. */
function describeTrace(): object {
  const trace = getCurrentTrace();
  return trace ? { traceId: trace.traceId } : NO_TRACE;
}

let lastTime = 0;
let lastTimestamp = '';

/** Pino's own function would format the same millisecond again for each line. */
function isoTime(): string {
  const now = Date.now();
  if (now !== lastTime) {
    lastTime = now;
    lastTimestamp = `,"time":"${new Date(now).toISOString()}"`;
  }
  return lastTimestamp;
}

function defaultDestination({ format }: LoggerOptions): DestinationStream {
  if (format === 'pretty')
    return pretty({ colorize: process.stdout.isTTY, ignore: 'service', messageFormat: '{service}: {msg}', sync: true });
  return bufferedOutput();
}

/** Unwritten lines are buffered up to this size; further lines are dropped. */
const MAX_BUFFERED_BYTES = 16 * 1_048_576;
let droppedLines = 0;

/** The number of log lines that this process has dropped because standard output was not read. */
export function droppedLogLines(): number {
  return droppedLines;
}

const FLUSH_MS = 1_000;

/**
 * Writes standard output in chunks of 48 KiB, because a write per line would cost a system call each and wake the reader. The buffer is
 * flushed every second while lines come, and when the process ends. SonicBoom's own timer would write nothing each second of an idle
 * process, which was a quarter of its work.
 */
function bufferedOutput(): DestinationStream & { flush(done?: () => void): void } {
  const output = pino.destination({
    dest: 1,
    sync: false,
    minLength: 49_152,
    maxWrite: 65_536,
    contentMode: 'buffer',
    maxLength: MAX_BUFFERED_BYTES,
  });
  output.on('drop', () => (droppedLines += 1));
  let timer: NodeJS.Timeout | undefined;
  let hasNewLines = false;
  const flush = (): void => {
    output.flush();
    // Once more, because lines that come during a write stay in the buffer.
    timer = hasNewLines ? timer?.refresh() : undefined;
    hasNewLines = false;
  };
  return {
    write: (line) => {
      hasNewLines = true;
      timer ??= setTimeout(flush, FLUSH_MS).unref();
      // Written as a Buffer, because for a string SonicBoom would measure all buffered text again with every line. Its types only allow
      // strings.
      output.write(Buffer.from(line) as unknown as string);
    },
    flush: (done) => output.flush(done),
  };
}

interface DescribedError {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: DescribedError;
}

/** Errors of libraries contain queries, parameters and requests, which must not be logged. */
function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'a value that is not an error was thrown' };
  const described: DescribedError = { type: error.constructor.name, message: error.message };
  if ('code' in error && typeof error.code === 'string') described.code = error.code;
  if (error.stack) described.stack = error.stack;
  if (error.cause !== undefined) described.cause = describeError(error.cause);
  // control: a logged error has its type, message, code, stack and cause only
  return described;
}
