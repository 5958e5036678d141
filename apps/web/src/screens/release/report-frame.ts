import { trustedPolicy } from '../../worker/trusted-types.js'
import type { ReportText } from '../../worker/protocol/protocol.js'

/** Made once, as the page starts: reports alone become markup, in a frame that runs no script. */
const policy = trustedPolicy('sdc-report', { createHTML: (html: string) => html })

/**
 * Shows a report in a frame. The frame is sandboxed: it runs no script. The page gives it the report's style, since the page's
 * policy refuses every style that a document brings along.
 *
 * @param frame - The frame.
 * @param report - The report.
 */
export function showReport(frame: HTMLIFrameElement, { html, css }: ReportText): void {
  frame.addEventListener(
    'load',
    () => {
      const { contentDocument: shown, contentWindow: view } = frame
      if (shown === null || view === null) return
      const sheet = new (view as Window & typeof globalThis).CSSStyleSheet()
      sheet.replaceSync(css)
      shown.adoptedStyleSheets = [sheet]
    },
    { once: true },
  )
  frame.srcdoc = policy.createHTML(html)
}
