export type LogEvent = Record<string, unknown> & { level: string; msg: string };

/** What a service has written. Each of its log events is parsed once, however often a test looks at them: some write tens of thousands. */
export class ServiceLog {
  text = '';
  private readonly parsed: LogEvent[] = [];
  /** Of the text whose events are parsed. */
  private length = 0;

  /** Those of its complete lines. */
  get events(): LogEvent[] {
    const end = this.text.lastIndexOf('\n') + 1;
    const lines = this.text.slice(this.length, end).split('\n');
    for (const line of lines) if (line.startsWith('{')) this.parsed.push(JSON.parse(line) as LogEvent);
    this.length = end;
    return [...this.parsed];
  }
}
