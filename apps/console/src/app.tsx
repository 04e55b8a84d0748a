import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import './theme/mantine.css';
import 'virtual:theme.css';
import '@latchkey/design/fonts.css';
import '@latchkey/design/tokens.css';
import './theme/global.css';
import { queryClient } from './api/query-client.js';
import { activateLanguage } from './messages/language.js';
import { router } from './routes.js';
import { SessionOver } from './session/session-over.js';
import { SignInGate } from './session/sign-in-gate.js';
import { ColorScheme } from './theme/color-scheme.js';
import { theme } from './theme/theme.js';
import { Toasts } from './ui/toasts.js';

/**
 * Draws the console.
 *
 * @param failure why the sign-in could not begin, if so
 */
export async function draw(failure: Error | null): Promise<void> {
  await activateLanguage();
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
        <ColorScheme />
        <QueryClientProvider client={queryClient}>
          <SignInGate failure={failure}>
            <RouterProvider router={router} />
            <SessionOver />
            <Toasts />
          </SignInGate>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
