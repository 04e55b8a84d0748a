import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { RequiresPermission } from '../caller/requires-permission.js';
import { ConditionalGet } from '../http/conditional-request.js';
import { ResponseBody } from '../http/response-body.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { ReceiptKeysResponse, type ReceiptKeyResponse } from './receipt-key.dto.js';
import { ReceiptKeyService } from '@latchkey/receipt';

@ApiTags('Log')
@Controller('v1/receipt-keys')
export class ReceiptKeyController {
  constructor(private readonly keys: ReceiptKeyService) {}

  @Get()
  @RequiresPermission('log:read')
  @ApiOperation({
    operationId: 'listReceiptKeys',
    summary: 'Show the public keys that verify checkpoints of logs and receipts of deletions, as a JWK set',
  })
  @ConditionalGet()
  @ResponseBody(ReceiptKeysResponse)
  @ApiProblems()
  async list(): Promise<ReceiptKeysResponse> {
    return { keys: (await this.keys.listPublicKeys()) as unknown as ReceiptKeyResponse[] };
  }
}
