import type { ValidationPipeOptions } from '@nestjs/common';
import * as transformerPackage from 'class-transformer';
import * as validatorPackage from 'class-validator';

/** ValidationPipe loads its packages on first use. Importing them here loads them at the start, and includes them in a bundle. */
export const VALIDATION_PACKAGES: ValidationPipeOptions = { transformerPackage, validatorPackage };
