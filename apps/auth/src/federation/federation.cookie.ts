import { BindingCookie } from '../domain/binding.cookie.js';
import { COOKIES } from '../pages/http/cookies.js';

/** Binds an upstream authorization request to the browser that started it. */
export const FEDERATION_COOKIE = new BindingCookie(COOKIES.federation);
