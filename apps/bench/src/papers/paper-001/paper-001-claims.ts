import { claimed, resolveParams, type MaskingMethod, type Registry, type ClaimName } from '@sdc/core'
import { paper001Questions, paper001Table1 } from '@sdc/datasets'
import type { PaperTable } from '../paper.js'
import type { Check, Misprint } from '../verdict.js'

/** A technique of Table 1 as a registered method; several parameters where the answer depends on them. */
interface Technique {
  readonly use: string
  readonly params?: readonly { readonly said: string; readonly values: Readonly<Record<string, unknown>> }[]
}

/** In the order of Table 1. */
const techniques: readonly Technique[] = [
  { use: 'noise/additive' },
  { use: 'noise/correlated' },
  { use: 'noise/tendick-matloff' },
  { use: 'linear/gadp' },
  { use: 'linear/gadp-ci' },
  {
    use: 'linear/sblm',
    params: [0, 0.5, 0.9].map((similarity) => ({ said: `d = ${similarity}`, values: { similarity } })),
  },
  { use: 'linear/multiple-imputation' },
  { use: 'microaggregation/mdav' },
  { use: 'swapping/rank-swap' },
  { use: 'copula/data-shuffling' },
]

/** What answers a question of Table 1: a claim of exactness, and one that holds as the file grows. */
const claims: readonly { readonly always?: ClaimName; readonly inTheLimit?: ClaimName }[] = [
  { always: 'independentGiven' },
  { always: 'marginals' },
  { always: 'covariances' },
  { always: 'correlations', inTheLimit: 'approachesCorrelations' },
  { inTheLimit: 'approachesRankCorrelations' },
  // No method claims anything of relationships that are not monotonic.
  {},
]

/** `paper001Questions` in a word each, for the heads of columns. */
const questions = ['risk minimized', 'marginals', 'sufficient', 'linear', 'monotonic', 'non-monotonic']

const inTheLimit = 'n → ∞'

const limit: Misprint = {
  id: 'M4',
  should: inTheLimit,
  why: 'noise that is drawn, and coefficients that are, keep linear relationships as the file grows only; exactly by SBLM alone.',
}
const shuffling = 'copula/data-shuffling'

const amongMasked: Misprint = {
  id: 'D3',
  should: inTheLimit,
  why:
    'noise with the covariances of the columns keeps the correlations among them, as section 3.1 of the paper says; those ' +
    'with columns that are not masked are attenuated.',
}

/** The answers that are known to be wrong or incomplete, by method and question. */
const disagreements: ReadonlyMap<string, Misprint> = new Map([
  ['noise/correlated 3', amongMasked],
  ['noise/tendick-matloff 3', amongMasked],
  ['linear/gadp 3', limit],
  ['linear/gadp-ci 3', limit],
  ['linear/multiple-imputation 3', limit],
  [
    'linear/sblm 0',
    { id: 'M4', should: 'd = 0', why: 'SBLM minimizes disclosure risk with d = 0 only: see Tables 2 and 5.' },
  ],
  [
    `${shuffling} 3`,
    {
      id: 'D1',
      should: 'no',
      why:
        'shuffling keeps rank correlations; product-moment ones follow only where the dependence is that of normal ' +
        'variables. The paper’s own Table 6 has .642 before and .800 after it.',
    },
  ],
  [
    `${shuffling} 4`,
    { id: 'D2', should: inTheLimit, why: 'rank correlations of a shuffled file are those of a sample: see Table 4.' },
  ],
])

/** Table 1 from what the registered methods claim, three questions a table. */
export function table1(registry: Registry): PaperTable[] {
  return [
    { id: 'Table 1, left half', from: 0 },
    { id: 'Table 1, right half', from: 3 },
  ].map(({ id, from }): PaperTable => ({
    id,
    title: 'What masking techniques do',
    sentence:
      `Is it so: ${paper001Questions.slice(from, from + 3).join(', ')}? Ours is what the registered method claims of ` +
      'itself, and the conformance suite tests every claim: ' +
      `${techniques.map(({ use }) => use).join(', ')}. No: it is not claimed.` +
      (from === 0
        ? ' d = 0: for this parameter only.'
        : ` ${inTheLimit}: it holds as the number of records grows, not exactly.`),
    given: ['technique'],
    checks: questions.slice(from, from + 3),
    rows: paper001Table1.map(({ name, answers }, t) => ({
      given: [name],
      checks: [from, from + 1, from + 2].map((q): Check => {
        const misprint = disagreements.get(`${techniques[t].use} ${q}`)
        return {
          ours: answer(registry, techniques[t], q),
          reason: `there is no method ${techniques[t].use}`,
          printed: answers[q] ? 'yes' : 'no',
          ...(misprint ? { misprint } : {}),
        }
      }),
    })),
  }))
}

/** yes, no, `n → ∞`, or the parameters for which it is yes; null where there is no such method. */
function answer(registry: Registry, { use, params = [{ said: '', values: {} }] }: Technique, q: number): string | null {
  const method = registry.all('methods').find(({ id }) => id === use)
  if (!method) return null
  const answers = params.map(({ values }) => answerFor(method, values, q))
  if (new Set(answers).size === 1) return answers[0]
  return params
    .filter((_, p) => answers[p] !== 'no')
    .map(({ said }) => said)
    .join(', ')
}

function answerFor(method: MaskingMethod, values: Readonly<Record<string, unknown>>, q: number): string {
  const params = resolveParams(method.params, values, { method: method.id })
  const holds = (name: ClaimName | undefined): boolean =>
    name !== undefined && claimed(method.traits.claims[name], params)
  return holds(claims[q].always) ? 'yes' : holds(claims[q].inTheLimit) ? inTheLimit : 'no'
}
