import { ApiProperty, DECORATORS } from '@nestjs/swagger';
import { getMetadataStorage } from 'class-validator';

/** The JSON Schema keywords for a rule of class-validator or of validators.ts, by its name. Other rules document themselves. */
const KEYWORDS: Readonly<Record<string, (...constraints: never[]) => object>> = {
  isIn: (values: readonly string[]) => ({ type: 'string', enum: [...values] }),
  isInt: () => ({ type: 'integer' }),
  min: (minimum: number) => ({ minimum }),
  max: (maximum: number) => ({ maximum }),
  isIntegerText: (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum }),
  isString: () => ({ type: 'string' }),
  isLength: (minLength: number, maxLength: number) => ({ minLength, maxLength }),
  matches: (pattern: RegExp) => ({ type: 'string', pattern: pattern.source }),
  isBoolean: () => ({ type: 'boolean' }),
  isArray: () => ({ type: 'array' }),
  arrayMinSize: (minItems: number) => ({ minItems }),
  arrayMaxSize: (maxItems: number) => ({ maxItems }),
  hasUniqueItems: () => ({ uniqueItems: true }),
};

/** Documents the rules that class-validator checks as keywords of the schema. Applies to the class and to classes derived from it. */
export function ApiConstraints(): ClassDecorator {
  return (type) => {
    const prototype = type.prototype as object;
    for (const { propertyName, name, each, constraints } of getMetadataStorage().getTargetValidationMetadatas(type, '', false, false)) {
      const keywords = KEYWORDS[name ?? '']?.(...((constraints ?? []) as never[]));
      if (keywords)
        ApiProperty(each ? { items: { ...getItems(prototype, propertyName), ...keywords } } : keywords)(prototype, propertyName);
    }
  };
}

function getItems(prototype: object, property: string): object {
  const documented = Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES, prototype, property) as { items?: object } | undefined;
  return documented?.items ?? {};
}
