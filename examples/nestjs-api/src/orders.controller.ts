import { BadRequestException, Body, Controller, Delete, Get, HttpCode, Post, Req, UseGuards } from '@nestjs/common';
import { AccessTokenGuard, RequireRole, RequireScope, type AuthorizedRequest } from './access-token.guard.js';

interface Order {
  id: number;
  item: string;
}

@Controller('orders')
@UseGuards(AccessTokenGuard)
export class OrdersController {
  private readonly orders: Order[] = [{ id: 1, item: 'a lamp' }];

  @Get()
  @RequireScope('read')
  list(@Req() { token }: AuthorizedRequest): { orders: Order[]; askedBy: string } {
    return { orders: this.orders, askedBy: token.client_id };
  }

  @Post()
  @RequireScope('write')
  create(@Body() body?: { item?: unknown }): Order {
    if (typeof body?.item !== 'string') throw new BadRequestException('item must be a text');
    const order = { id: this.orders.length + 1, item: body.item };
    this.orders.push(order);
    return order;
  }

  @Delete()
  @HttpCode(204)
  @RequireScope('write')
  @RequireRole('clerk')
  clear(): void {
    this.orders.length = 0;
  }
}
