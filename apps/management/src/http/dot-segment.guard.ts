import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Problem } from '@latchkey/problem';
import type { Request } from 'express';

const DETAIL = 'must not be . or ..: HTTP clients resolve these as parts of the path (RFC 3986 section 5.2.4) before they send a request';

/**
 * Rejects `.` and `..` as the value of any path parameter. A client sends a request for such an id to the parent resource: `DELETE
 * /v1/domain/{domain}/client/..` arrives as `DELETE /v1/domain/{domain}/`.
 */
@Injectable()
export class DotSegmentGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { params } = context.switchToHttp().getRequest<Request>();
    const names = Object.keys(params).filter((name) => params[name] === '.' || params[name] === '..');
    if (names.length === 0) return true;
    const errors = names.map((pointer) => ({ pointer, detail: DETAIL }));
    throw new Problem('invalid-request', `The ${names.join(' and the ')} in the path ${DETAIL}.`, { errors });
  }
}
