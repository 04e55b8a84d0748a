import pino, { type DestinationStream, type Logger } from 'pino';
import pretty from 'pino-pretty';

export type { Logger } from 'pino';

export interface LoggerOptions {
  service: 'management' | 'auth' | 'cli';
  level: string;
  format: 'json' | 'pretty';
}

/**
 * A logger of structured events. Nothing is logged but what an event names (an allow-list): no request, header or body object is ever
 * handed over, and of an error only its kind, message, code and stack.
 */
export function createLogger(options: LoggerOptions, destination: DestinationStream = defaultDestination(options)): Logger {
  return pino(
    {
      level: options.level,
      base: { service: options.service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      serializers: { error: describeError },
    },
    destination,
  );
}

function defaultDestination({ format }: LoggerOptions): DestinationStream {
  if (format === 'pretty')
    return pretty({ colorize: process.stdout.isTTY, ignore: 'service', messageFormat: '{service}: {msg}', sync: true });
  // Buffered: a line a request would cost a system call each. The buffer is flushed every second, and when the process ends.
  return pino.destination({ dest: 1, sync: false, minLength: 16_384, maxWrite: 65_536, periodicFlush: 1_000 });
}

interface DescribedError {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: DescribedError;
}

/** Errors of libraries carry queries, parameters and requests: they stay behind. */
function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'a value that is no error was thrown' };
  const described: DescribedError = { type: error.constructor.name, message: error.message };
  if ('code' in error && typeof error.code === 'string') described.code = error.code;
  if (error.stack) described.stack = error.stack;
  if (error.cause !== undefined) described.cause = describeError(error.cause);
  return described;
}
