import { trustedPolicy } from '../../worker/trusted-types.js'
import type { ReportText } from '../../worker/protocol/release-types.js'

/** Made once, when the page starts. Only reports become markup, in a frame that runs no script. */
const policy = trustedPolicy('sdc-report', { createHTML: (html: string) => html })

/**
 * Shows a report in a sandboxed frame, which runs no script. The page adds the report's style, since its policy refuses
 * the style of any document.
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
