import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { seeOther } from './account-context.js';

/** The root of a domain, whose address people type by hand. */
@Controller()
export class HomeController {
  @Get()
  show(@Res() response: Response): void {
    seeOther(response, '/account');
  }
}
