import type { NextFunction, Request, Response } from 'express';
import { getDomainRequest } from '../../domain/served-domain.service.js';
import type { FormSubmissionService } from './form-submission.service.js';

/** The pages' forms. */
const FORM_PATH = /^\/(sign-in\/|account(\/|$)|connect\/(magiclink|sign-up)$|device\/(allow|deny)$)/;
/**
 * - `options`: the script's request for passkey options.
 * - `email`, `sms`, `sign-up`: their services recognize repetitions themselves, because the response time must not reveal them.
 * - The username form, the choice of an identity provider and the tab that continues a sign-in consume nothing.
 */
const REPEATABLE_PATH = /^\/sign-in\/[^/]+(\/(email|sms|sign-up|continue|provider\/.*))?$|\/options$/;

/** Runs a form once if its button is pressed twice. */
export function createFormSubmissionMiddleware(submissions: FormSubmissionService) {
  const handle = async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const content = [request.originalUrl, JSON.stringify(request.body ?? null)];
    if (await submissions.begin(getDomainRequest(request, response), content)) next();
  };
  return (request: Request, response: Response, next: NextFunction): void => {
    const { method, path } = request;
    if (method !== 'POST' || !FORM_PATH.test(path) || REPEATABLE_PATH.test(path)) return next();
    handle(request, response, next).catch(next);
  };
}
