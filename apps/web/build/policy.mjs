import { hashSource } from './inline-text.mjs'

/**
 * Returns the page's content security policy, which its workers inherit. It allows only the page's own script and
 * style, a second script for tables by its hash, and no connections. Text cannot become a script or markup. The
 * manifest and the service worker are separate files if the page is served. WebAssembly is allowed for the search of
 * nearest records and the solver for tables; `eval` is not.
 */
export function contentSecurityPolicy(script, style, tables) {
  return [
    `default-src 'none'`,
    `script-src ${hashSource(script)} ${tables} 'wasm-unsafe-eval'`,
    `style-src ${hashSource(style)}`,
    `img-src data:`,
    `worker-src blob: 'self'`,
    `manifest-src 'self'`,
    `connect-src 'none'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types ${trustedTypes.join(' ')}`,
  ].join('; ')
}

/** Names of the Trusted Types policies: for addresses of scripts, and for reports in a frame without scripts. */
const trustedTypes = ['sdc-worker', 'sdc-report']
