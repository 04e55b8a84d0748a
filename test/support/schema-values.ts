import * as fc from 'fast-check';
import { resolve, type OpenApiDocument, type Schema } from './openapi-document.js';
import { webUrl } from './web-url.js';

/** Texts that have broken services before. */
export const STRANGE_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u0001\u001f\u007f',
  '\ud800',
  'a\udc00b',
  '\u202eabc\ufeff',
  'e\u0301\u0345\u{1d173}',
  '漢字'.repeat(70),
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  "'; DROP TABLE client; --",
  '%00%27%_\\',
  '${7*7}{{7*7}}<script>',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'null',
  '-1',
  '1e999',
  '٣',
  'x'.repeat(20_000),
];

const STRANGE_NUMBERS = [-1, -0, 0.5, 1e21, -1e308, 2 ** 31, 2 ** 53, 2 ** 63];
const FORMATS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  uri: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom('https://app.example.com', 'https://api.example.com') },
    { weight: 1, arbitrary: fc.oneof(fc.constantFrom('https://app.example.com/cb?x=1', 'urn:example:a'), webUrl) },
  ),
  uuid: fc.uuid(),
  date: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2026-12-31') }).map((date) => date.toISOString().slice(0, 10)),
  email: fc.emailAddress(),
  'date-time': fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }).map((date) => date.toISOString()),
};

/** Any JSON of every type, including names with a special meaning in JavaScript. */
export function anyJson(): fc.Arbitrary<unknown> {
  const name = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 8 }), fc.constantFrom('__proto__', 'constructor', 'toString', ''));
  return fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<unknown>(null, true, false, 0, 1, 'text', [], {}, ...STRANGE_TEXTS, ...STRANGE_NUMBERS),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    ),
  })).value;
}

const OMITTED = Symbol('omitted');

/** Generates values that match the schemas of an OpenAPI document, and values that almost match. */
export class SchemaValues {
  private readonly made = new Map<string, fc.Arbitrary<unknown>>();

  constructor(private readonly document: OpenApiDocument) {}

  /** Values that match. */
  fitting(part: Schema): fc.Arbitrary<unknown> {
    return this.once(`fitting ${JSON.stringify(part)}`, () => this.makeFitting(this.whole(part)));
  }

  /** Values with one violation or just at a limit; in an object or array, one of the parts has it. */
  nearly(part: Schema): fc.Arbitrary<unknown> {
    return this.once(`nearly ${JSON.stringify(part)}`, () => this.makeNearly(this.whole(part)));
  }

  private once(key: string, make: () => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
    const known = this.made.get(key) ?? make();
    this.made.set(key, known);
    return known;
  }

  /** The schema together with what it refers to. */
  private whole(part: Schema): Schema {
    const { allOf = [], ...schema } = resolve<Schema>(this.document, part);
    return (allOf as Schema[]).reduce((sum, each) => ({ ...this.whole(each), ...sum }), schema);
  }

  private makeFitting(schema: Schema): fc.Arbitrary<unknown> {
    const choices = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined;
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if (choices) return fc.oneof(...choices.map((choice) => this.fitting(choice)));
    const types = [schema.type ?? []].flat();
    return types.length === 0 ? anyJson() : fc.oneof(...types.map((type) => this.ofType(type, schema)));
  }

  private makeNearly(schema: Schema): fc.Arbitrary<unknown> {
    const odd = fc.oneof(anyJson(), fc.constantFrom<unknown>(...STRANGE_TEXTS), atLimits(schema));
    if (schema.properties) return fc.oneof({ weight: 3, arbitrary: this.withOddMember(schema.properties, this.fitting(schema)) }, odd);
    if (schema.items) return fc.oneof(this.withOddItem(schema.items), atLimits(schema), odd);
    return odd;
  }

  private withOddMember(properties: Record<string, Schema>, whole: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
    const odd = (name: string): fc.Arbitrary<unknown> =>
      fc.oneof(properties[name] ? this.nearly(properties[name]) : anyJson(), fc.constant(undefined));
    const change = fc.oneof(...[...Object.keys(properties), 'other', '__proto__'].map((name) => fc.tuple(fc.constant(name), odd(name))));
    return fc.tuple(whole, fc.array(change, { minLength: 1, maxLength: 3 })).map(([object, changes]) => {
      const entries = new Map(Object.entries(object as object));
      for (const [name, value] of changes) entries.set(name, value);
      // Unlike an assignment, this creates "__proto__" as an ordinary member. JSON omits undefined members.
      return Object.fromEntries(entries);
    });
  }

  private withOddItem(items: Schema): fc.Arbitrary<unknown> {
    const whole = fc.array(this.fitting(items), { maxLength: 3 });
    return fc.tuple(whole, this.nearly(items), fc.nat(3)).map(([list, odd, at]) => list.toSpliced(at, 0, odd));
  }

  private ofType(type: string, schema: Schema): fc.Arbitrary<unknown> {
    if (type === 'string') return this.text(schema);
    if (type === 'integer') return fc.integer({ min: Number(schema['minimum'] ?? 0), max: Number(schema['maximum'] ?? 1_000_000) });
    if (type === 'number') return fc.double({ noNaN: true, noDefaultInfinity: true });
    if (type === 'boolean') return fc.boolean();
    if (type === 'null') return fc.constant(null);
    if (type === 'array')
      return fc.uniqueArray(this.fitting(schema.items ?? {}), { maxLength: 3, selector: (item) => JSON.stringify(item) });
    return this.object(schema);
  }

  private text({ format, pattern, example, ...limits }: Schema): fc.Arbitrary<unknown> {
    const minLength = Number(limits['minLength'] ?? 0);
    const maxLength = Math.min(Number(limits['maxLength'] ?? 40), minLength + 40);
    const plain = `^[a-z][a-z0-9_.:-]{${Math.max(0, minLength - 1)},${maxLength - 1}}$`;
    // fast-check supports neither look-arounds nor Unicode classes.
    const isGenerated = typeof pattern === 'string' && !/\(\?[!=]|\\P/.test(pattern);
    const texts = FORMATS[String(format)] ?? fc.stringMatching(new RegExp(isGenerated ? pattern : plain));
    // If a description requires more than the schema can express, the example satisfies it.
    return example === undefined ? texts : fc.oneof(texts, { weight: 4, arbitrary: fc.constant(example) });
  }

  private object({ properties = {}, required, additionalProperties }: Schema): fc.Arbitrary<unknown> {
    const needed = new Set(required as string[] | undefined);
    // About two of the optional members, however many there are.
    const freq = Math.max(1, Math.round(Object.keys(properties).length / 2) - 1);
    // A read-only member is accepted only with its current value.
    const writable = Object.entries(properties).filter(([, schema]) => schema['readOnly'] !== true);
    const members = writable.map(([name, schema]) => {
      const value = this.fitting(schema);
      const present = needed.has(name)
        ? value
        : fc.oneof({ weight: freq, arbitrary: fc.constant(OMITTED) }, { weight: 1, arbitrary: value });
      return [name, present] as const;
    });
    const known = fc.record(Object.fromEntries(members)).map(withoutOmitted);
    if (typeof additionalProperties !== 'object') return known;
    const more = fc.dictionary(fc.stringMatching(/^x_[a-z]{1,8}$/), this.fitting(additionalProperties as Schema), { maxKeys: 3 });
    return fc.tuple(known, more).map(([one, other]) => ({ ...one, ...other }));
  }
}

function withoutOmitted(object: object): object {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== OMITTED));
}

function atLimits(schema: Schema): fc.Arbitrary<unknown> {
  const { minLength, maxLength, minimum, maximum, maxItems } = schema as Record<string, number | undefined>;
  const texts = [minLength, maxLength].flatMap((length) => (length === undefined ? [] : [length - 1, length, length + 1]));
  const numbers = [minimum, maximum].flatMap((limit) => (limit === undefined ? [] : [limit - 1, limit, limit + 1, limit + 0.5]));
  const values: unknown[] = [...texts.map((length) => 'x'.repeat(Math.max(0, length))), ...numbers];
  if (maxItems !== undefined)
    for (const count of [maxItems, maxItems + 1]) values.push(Array.from({ length: count }, (_none, n) => `c${n}`));
  return fc.constantFrom(...values, null, undefined);
}
