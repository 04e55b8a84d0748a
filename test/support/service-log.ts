export type LogEvent = Record<string, unknown> & { level: string; msg: string };

/**
 * The output of a service. Each of its log events is parsed only once, however often a test reads them, because some services write tens of
 * thousands.
 */
export class ServiceLog {
  text = '';
  private readonly parsed: LogEvent[] = [];
  /** The length of the text whose events are parsed. */
  private length = 0;

  /** The events of its complete lines. */
  get events(): LogEvent[] {
    const end = this.text.lastIndexOf('\n') + 1;
    const lines = this.text.slice(this.length, end).split('\n');
    for (const line of lines) if (line.startsWith('{')) this.parsed.push(JSON.parse(line) as LogEvent);
    this.length = end;
    return [...this.parsed];
  }
}
