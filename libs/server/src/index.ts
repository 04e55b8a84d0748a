export { clientAddressReader, type ClientAddressOf } from './client-address.js';
export { createHttpServer } from './http-server.js';
export { pathOf, type Listener } from './listener.js';
export { methodsTaken } from './methods-taken.js';
export { OperatorError } from './operator-error.js';
export { PeriodicTask } from './periodic-task.js';
export { runMain } from './run-main.js';
export { Service, type Application, type ServiceOptions } from './service.js';
export { Turns } from './turns.js';
