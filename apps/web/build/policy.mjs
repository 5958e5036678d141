import { hashSource } from './inline-text.mjs'

/**
 * The page's content security policy, which its workers inherit: the scripts and styles that stand in it and no others, no
 * connection at all, no text that becomes a script or markup. Where it is served, its manifest and the script that lets it be installed are files
 * beside it. WebAssembly, which the search of nearest records is made of, is allowed;
 * `eval` is not. The report, which is shown in a frame of its own, brings its styles.
 *
 * @param scripts the texts of the page's scripts
 * @param styles the texts of its styles, and of those of the documents that it shows
 */
export function contentSecurityPolicy(scripts, styles) {
  return [
    `default-src 'none'`,
    `script-src ${scripts.map(hashSource).join(' ')} 'wasm-unsafe-eval'`,
    `style-src ${styles.map(hashSource).join(' ')}`,
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
