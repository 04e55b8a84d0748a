import { Injectable, type PipeTransform } from '@nestjs/common';
import { ResourceIdPipe } from '../../resource/resource-id.pipe.js';
import { ClientIdPipe } from '../client-id.pipe.js';

export interface ClientResourceParameters {
  clientId: string;
  resourceId: string;
}

/** Requires a valid id of a client and of a resource in the path. */
@Injectable()
export class ClientResourcePipe implements PipeTransform<ClientResourceParameters, ClientResourceParameters> {
  private readonly clientIds = new ClientIdPipe();
  private readonly resourceIds = new ResourceIdPipe();

  transform({ clientId, resourceId }: ClientResourceParameters): ClientResourceParameters {
    return { clientId: this.clientIds.transform(clientId), resourceId: this.resourceIds.transform(resourceId, { type: 'param' }) };
  }
}
