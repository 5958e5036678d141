import { hashSource } from './inline-text.mjs'

/**
 * The page's content security policy, which its workers inherit: the page's own script and style and no others, no
 * connection at all, no text that becomes a script or markup. A second script, allowed by its hash, has what is for tables. Where
 * the page is served, its manifest and its service worker are files beside it. WebAssembly, which the search of nearest records
 * and the solver for tables are made of, is allowed; `eval` is not.
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

/** The names of the policies that may make what Trusted Types ask for: the addresses of scripts, and reports in a frame without scripts. */
const trustedTypes = ['sdc-worker', 'sdc-report']
