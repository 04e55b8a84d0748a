import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { seeOther } from './account-context.js';

/** The address of a domain itself, which people enter by hand. */
@Controller()
export class HomeController {
  @Get()
  show(@Res() response: Response): void {
    seeOther(response, '/account');
  }
}
