import type { ReportText } from '../../worker/protocol/protocol.js'

/** What browsers with Trusted Types have, and the standard library does not name. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(html: string): string }): { createHTML(html: string): string }
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }

/** Made as the page starts, and no second time: reports alone become markup, in a frame that runs no script. */
const policy = trustedTypes?.createPolicy('sdc-report', { createHTML: (html) => html })

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
  frame.srcdoc = policy?.createHTML(html) ?? html
}
