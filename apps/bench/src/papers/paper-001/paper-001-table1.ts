import { paper001Questions, paper001Table1 } from '@sdc/datasets'
import type { PaperOptions, PaperTable } from '../paper.js'
import type { Check, Misprint } from '../verdict.js'
import {
  answerOf,
  propertiesOf,
  propertyFiles,
  propertyNames,
  propertyRecords,
  type Answer,
  type Properties,
  type PropertyStep,
} from './paper-001-properties.js'

/** A technique of Table 1 as a registered method; several parameters if the answer depends on them. */
interface Technique {
  readonly use: string
  readonly conditional?: true
  readonly params?: readonly { readonly said: string; readonly values: Readonly<Record<string, unknown>> }[]
}

/** One parameter, strong enough for a visible counter-example in 10,000 records. */
const with1 = (values: Readonly<Record<string, unknown>>): NonNullable<Technique['params']> => [{ said: '', values }]

/** In the order of Table 1. */
const techniques: readonly Technique[] = [
  { use: 'noise/additive', params: with1({ relativeVariance: 0.5 }) },
  { use: 'noise/correlated', params: with1({ relativeVariance: 0.5 }) },
  { use: 'noise/tendick-matloff', params: with1({ relativeVariance: 0.5 }) },
  { use: 'linear/gadp', conditional: true, params: with1({ similarity: 0.5 }) },
  { use: 'linear/gadp-ci', conditional: true },
  {
    use: 'linear/sblm',
    conditional: true,
    params: [0, 0.5, 0.9].map((similarity) => ({ said: `d = ${similarity}`, values: { similarity } })),
  },
  { use: 'linear/multiple-imputation', conditional: true },
  { use: 'microaggregation/mdav', params: with1({ k: 2000 }) },
  { use: 'swapping/rank-swap', params: with1({ percent: 30 }) },
  { use: 'copula/data-shuffling', conditional: true },
]

/** Short forms of `paper001Questions`, for the heads of columns. */
const questions = ['risk minimized', 'marginals', 'sufficient', 'linear', 'monotonic', 'non-monotonic']

const inTheLimit = 'n → ∞'
const said: Readonly<Record<Answer, string>> = {
  yes: 'yes',
  'in the limit': inTheLimit,
  no: 'no',
  undecided: 'undecided',
}

const limit: Misprint = {
  id: 'M4',
  should: inTheLimit,
  why: 'random noise and random coefficients keep linear relationships only as the file grows. SBLM alone keeps them exactly.',
}
const shuffling = 'copula/data-shuffling'

/** Printed answers that are wrong or incomplete, by method and question. */
const misprints: ReadonlyMap<string, Misprint> = new Map([
  ['linear/gadp 3', limit],
  ['linear/gadp-ci 3', limit],
  ['linear/multiple-imputation 3', limit],
  [
    'linear/sblm 0',
    { id: 'M4', should: 'd = 0', why: 'SBLM minimizes disclosure risk with d = 0 only: see Tables 2 and 5.' },
  ],
])

/** Answers that depend on a definition: nothing is misprinted. */
const disagreements: ReadonlyMap<string, Misprint> = new Map([
  [
    `${shuffling} 3`,
    {
      id: 'D1',
      should: 'no',
      why:
        'shuffling keeps rank correlations. It keeps product-moment ones only if the dependence is that of normal ' +
        'variables. Table 6 of the paper has .642 before and .800 after it.',
    },
  ],
  [
    `${shuffling} 4`,
    {
      id: 'D2',
      should: inTheLimit,
      why: 'rank correlations of a shuffled file vary like those of a sample: see Table 4.',
    },
  ],
])

/** Properties of the masks of a technique, for each of its parameters; null if there is no such method. */
interface Tried {
  readonly use: string
  readonly runs:
    | readonly { readonly said: string; readonly all: Properties; readonly linearAmongMasked: number }[]
    | null
}

/** Table 1: every technique masks three files, and six properties are tested; each table has three of them. */
export async function table1(options: PaperOptions): Promise<PaperTable[]> {
  const files = propertyFiles(options.seed)
  const tried: Tried[] = []
  for (const { use, conditional = false, params = with1({}) } of techniques) {
    const known = options.registry.all('methods').some(({ id }) => id === use)
    const runs: NonNullable<Tried['runs']>[number][] = []
    for (const { said, values } of known ? params : []) {
      const step: PropertyStep = { use, params: values, conditional }
      runs.push({ said, ...(await propertiesOf(options, files, step)) })
    }
    tried.push({ use, runs: known ? runs : null })
  }
  return [half('Table 1, left half', 0, tried), half('Table 1, right half', 3, tried), statistics(tried)]
}

function half(id: string, from: number, tried: readonly Tried[]): PaperTable {
  return {
    id,
    where: 'Table 1',
    title: 'Properties of masking techniques',
    sentence:
      `${paper001Questions.slice(from, from + 3).join(', ')}. Ours: the registered methods mask files of ` +
      `${propertyRecords} records, and the statistics below decide. No: one of the files is a counter-example.` +
      (from === 0
        ? ' d = 0: for this parameter only.'
        : ` ${inTheLimit}: not exactly, but without a detectable change in files of this size.`),
    given: ['technique'],
    checks: questions.slice(from, from + 3),
    rows: paper001Table1.map(({ name, answers }, t) => ({
      given: [name],
      checks: [from, from + 1, from + 2].map((q): Check => {
        const misprint = misprints.get(`${tried[t].use} ${q}`)
        const disagreement = disagreements.get(`${tried[t].use} ${q}`)
        return {
          ours: answer(tried[t], q),
          reason: `there is no method ${tried[t].use}`,
          printed: answers[q] ? 'yes' : 'no',
          ...(misprint ? { misprint } : {}),
          ...(disagreement ? { disagreement } : {}),
        }
      }),
    })),
  }
}

/** Returns yes, no, `n → ∞`, or the parameters for which it is yes; null if there is no such method. */
function answer({ runs }: Tried, q: number): string | null {
  if (!runs) return null
  const answers = runs.map(({ all }) => said[answerOf(propertyNames[q], all[propertyNames[q]])])
  if (new Set(answers).size === 1) return answers[0]
  return runs
    .filter((_, r) => answers[r] !== 'no')
    .map((run) => run.said)
    .join(', ')
}

function statistics(tried: readonly Tried[]): PaperTable {
  const short = (value: number): string => (value === 0 ? '0' : Number(value.toPrecision(2)).toExponential(1))
  return {
    id: 'Table 1, statistics',
    title: 'Statistics behind the answers',
    sentence:
      'The worse of two files decides: a simulated file (Home and Mortgage masked given Net), and x2 = x1 + e with x1 ' +
      'log-normal. The last column uses x2 = x1² + e. Risk: (R²(X|S, Y) − R²(X|S))·n/p, normal scores, below 5 yes, above ' +
      '20 no. Marginals: greatest distance of two distributions times √(n/2), 0 yes, above 2.5 no. Sufficient: greatest ' +
      'relative change of a mean or covariance, to 1e-9 yes, above 1e-6 no. Others: √n times the greatest change of Pearson’s ' +
      `and Spearman’s correlations, and of that of x1² and x2: rounding yes, below 4 ${inTheLimit}, above 6 no.`,
    given: ['method', 'risk', ...questions.slice(1)],
    checks: [],
    rows: tried.flatMap(({ use, runs }) =>
      (runs ?? []).map((run) => ({
        given: [run.said === '' ? use : `${use}, ${run.said}`, ...propertyNames.map((name) => short(run.all[name]))],
        checks: [],
      })),
    ),
    notes: tried.flatMap(({ use, runs }) =>
      (runs ?? [])
        .filter((run) => answerOf('linear', run.all.linear) === 'no' && run.linearAmongMasked < 4)
        .map(
          (run) =>
            `D3: ${use} keeps the correlations among the masked columns (${short(run.linearAmongMasked)}), as section 3.1 of ` +
            'the paper says, and attenuates those with columns that are not masked.',
        ),
    ),
  }
}
