import { Injectable } from '@nestjs/common';
import { Database, MagicLinkRepository, type NewMagicLink } from '@latchkey/persistence';
import { Messages, type Outgoing } from '../message/messages.js';
import { LinkLog, type LinkEvent } from './link-log.js';
import { LINK_SECONDS } from './link-seconds.js';

/** Makes a link, the message that brings it, and the entry that tells of it: all of them, or none. */
@Injectable()
export class LinkStore {
  constructor(
    private readonly database: Database,
    private readonly links: MagicLinkRepository,
    private readonly messages: Messages,
    private readonly log: LinkLog,
  ) {}

  issue(link: NewMagicLink, message: Outgoing, event: LinkEvent): Promise<void> {
    return this.database.transaction(async () => {
      await this.links.create(link, LINK_SECONDS);
      await this.messages.send(link.domainId, message);
      await this.log.record(link.domainId, event);
    });
  }
}
