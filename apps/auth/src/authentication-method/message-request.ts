import type { MessageRequest } from '@latchkey/message';
import { getRequestContext } from './request-context.js';
import { describeDevice } from './user-agent.js';

/** Describes the current request for the message that it causes. @param application that the user signs in to; null for none */
export function describeRequest(application: MessageRequest['application'] = null): MessageRequest {
  const { userAgent, clientAddress = null, country = null } = getRequestContext();
  return { at: new Date().toISOString(), device: describeDevice(userAgent), address: clientAddress, country, application };
}
