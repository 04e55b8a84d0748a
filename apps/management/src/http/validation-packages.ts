import type { ValidationPipeOptions } from '@nestjs/common';
import * as transformerPackage from 'class-transformer';
import * as validatorPackage from 'class-validator';

/** ValidationPipe loads its packages on first use. Imported here they are there at the start, and the same in a bundle. */
export const VALIDATION_PACKAGES: ValidationPipeOptions = { transformerPackage, validatorPackage };
