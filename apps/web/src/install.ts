import { serviceAddress } from './worker/start-worker.js'

/**
 * Allows installing a served page, and opening it without a network: its manifest and service worker are files in the
 * same folder. A page opened as a file requests nothing, and a host with the page alone works as well.
 */
export function offerInstall(): void {
  if (!/^https?:$/.test(location.protocol)) return
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = 'sdc.webmanifest'
  document.head.append(link)
  // A host without TLS has no service workers, and a browser may forbid them.
  void navigator.serviceWorker?.register(serviceAddress()).catch(() => undefined)
}
