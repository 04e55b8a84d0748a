import { Injectable, ValidationPipe, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { Problem } from '@latchkey/problem';
import { toFaults } from './satisfies.js';

/** Turns a JSON body into its request object; a body with any fault is refused with all of them. */
@Injectable()
export class RequestBodyPipe implements PipeTransform {
  private readonly validation = new ValidationPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    exceptionFactory: (errors) =>
      new Problem('invalid-request', 'The body has faults; nothing was changed. Each is listed in errors.', { errors: toFaults(errors) }),
  });

  async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type !== 'body') return value;
    const body = value === undefined ? {} : value;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      const errors = [{ pointer: '', detail: 'must be a JSON object' }];
      throw new Problem('invalid-request', 'The body must be a JSON object; nothing was changed.', { errors });
    }
    return this.validation.transform(body, metadata);
  }
}
