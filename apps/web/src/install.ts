import { serviceAddress } from './worker/start-worker.js'

/**
 * Lets the page be installed, and opened without a network, where it is served: its manifest and its service worker are files beside
 * it. Of a page that was opened as a file nothing is asked for; where a host has the page alone, it works as well.
 */
export function offerInstall(): void {
  if (!/^https?:$/.test(location.protocol)) return
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = 'sdc.webmanifest'
  document.head.append(link)
  // Hosts without TLS have none, and a browser may forbid it.
  void navigator.serviceWorker?.register(serviceAddress()).catch(() => undefined)
}
