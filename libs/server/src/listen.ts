import type { Server } from 'node:http';
import { OperatorError } from './operator-error.js';

/** Where a server listens. */
export interface Endpoint {
  port: number;
  /** The variable that sets the port, named if the port is taken. */
  portVariable: string;
  address: string;
}

/** @throws OperatorError if the port is taken */
export async function listen(server: Server, { port, portVariable, address }: Endpoint): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(taken ? new OperatorError(`port ${port} is taken: free it, or set ${portVariable} to another port`) : error);
    });
    server.listen(port, address, resolve);
  });
}
