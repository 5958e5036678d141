import { hashSource } from './inline-text.mjs'

/**
 * The page's content security policy, which its workers inherit: the page's own script and style and no others, no
 * connection at all, no text that becomes a script or markup. Where it is served, its manifest and its service worker are files
 * beside it. WebAssembly, which the search of nearest records is made of, is allowed; `eval` is not.
 */
export function contentSecurityPolicy(script, style) {
  return [
    `default-src 'none'`,
    `script-src ${hashSource(script)} 'wasm-unsafe-eval'`,
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

/** The names of the policies that may make what Trusted Types ask for: the addresses of the workers' scripts alone. */
const trustedTypes = ['sdc-worker']
