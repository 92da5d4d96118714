/**
 * What every answer of a local host says to the browser: nothing from elsewhere, no frames around it, its own process (which shared memory
 * needs). `host`: the name under which the page was asked for; `restartPort`: where it may ask for a
 * restart. Styles of elements are set by the docking and menu libraries.
 */
export function securityHeaders(host: string, restartPort?: number): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self' blob:",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    'media-src blob:',
    "font-src 'self'",
    `connect-src 'self' ws://${host}${restartPort === undefined ? '' : ` http://127.0.0.1:${restartPort}`}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  };
}
