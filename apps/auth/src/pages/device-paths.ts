/** The page where users enter the code of a device (`verification_uri` of RFC 8628 section 3.2), and the pages at its end. */
export const DEVICE_PATHS = { page: '/device', allowed: '/device/allowed', denied: '/device/denied', over: '/device/over' } as const;
