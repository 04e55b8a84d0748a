import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';

/** The token of the process's settings: `@Inject(SETTINGS) settings: ManagementSettings`. */
export const SETTINGS = Symbol('settings');

@Global()
@Module({})
export class SettingsModule {
  static forRoot(settings: ManagementSettings): DynamicModule {
    return { module: SettingsModule, providers: [{ provide: SETTINGS, useValue: settings }], exports: [SETTINGS] };
  }
}
