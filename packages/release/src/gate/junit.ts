import { isRefused, type Criterion, type Judgement } from '../policy/policy-types.js'

/**
 * A judgement as JUnit: one suite, one case for every criterion. It has only content that may be public: criteria, values of
 * the whole file, names of released columns, and texts of the policy. It has no time of creation: the same judgement gives
 * the same bytes.
 *
 * @param judgement - The judgement.
 * @returns XML 1.0.
 */
export function junitXml(judgement: Judgement): string {
  const { policy, release, criteria } = judgement
  const failures = criteria.filter(({ state }) => isRefused(state)).length
  const name = attribute(`${policy}: ${release}`)
  const counts = `tests="${criteria.length}" failures="${failures}" errors="0" skipped="0"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="sdc gate" ${counts}>`,
    `  <testsuite name="${name}" ${counts}>`,
    ...criteria.flatMap((one) => caseOf(one, release)),
    `    <system-out>${content(judgement.verdict)}</system-out>`,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function caseOf({ key, bound, state, text }: Criterion, release: string): string[] {
  const head = `    <testcase classname="${attribute(release)}" name="${attribute(`${key}: ${bound}`)}"`
  if (state === 'met') return [`${head}/>`]
  const inner = isRefused(state)
    ? `<failure type="${state}" message="${attribute(`${key}: ${bound}`)}">${content(text)}</failure>`
    : `<system-out>${content(`${state}: ${text}`)}</system-out>`
  return [`${head}>`, `      ${inner}`, '    </testcase>']
}

/**
 * Returns a text between tags: characters that XML 1.0 does not allow (control characters, halves of pairs) become
 * U+FFFD.
 */
function content(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')
}

/** Escapes line ends and tabs in an attribute, which would otherwise become blanks. */
function attribute(text: string): string {
  return content(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
}
