import { blockStream, categorical, dataset, defineMethod, definePlugin, numeric, SdcError } from '@sdc/core'
import * as z from 'zod'

const id = 'newcomer/pram'

const params = z.object({
  stay: z
    .number()
    .min(0)
    .lt(1)
    .default(0.7)
    .meta({
      description: 'Probability that a value is kept without a draw.',
      unit: 'probability',
      search: { min: 0.3, max: 0.9, scale: 'linear' },
    }),
})

/**
 * Post-randomisation towards the file's own shares: R = p·I + (1 − p)·1tᵀ, with t the shares of the categories.
 *
 * tᵀR = p·tᵀ + (1 − p)·tᵀ = tᵀ: the expected frequency of every category is unchanged.
 */
const pramMethod = defineMethod({
  id,
  title: 'Post-randomisation towards the shares',
  summary: 'Replaces values at random with categories drawn by their shares in the column.',
  formula: 'Pr{y = l | x = k} = p·1[k = l] + (1 − p)·t_l',
  source: [{ key: 'kooiman-willenborg-gouweleeuw-1997', where: 'PRAM, with an invariant matrix' }],
  notes: [{ topic: 'missing', text: 'Missing values stay missing.' }],
  traits: {
    accepts: ['ordered', 'nominal'],
    stochastic: true,
    missing: 'keep',
    scope: 'column',
    claims: { expectedMarginals: true },
  },
  params,
  examples: [{ stay: 0.2 }],
  *plan({ columns, params: { stay }, masked, rng }) {
    for (const name of columns)
      if (masked.column(name).kind !== 'categorical')
        throw new SdcError(
          'NOT_CATEGORICAL',
          `column "${name}" is numeric`,
          { column: name },
          `${id} masks categories.`,
        )
    const counted = yield columns.map(countsOf)
    const shares = counted.map(sharesOf)
    const matrices = columns.map((name, j) => [
      `transition matrix of ${name}`,
      matrixOf(masked.column(name).levels, shares[j], stay),
    ])
    return {
      form: 'block',
      publish: new Map(matrices),
      mask({ masked: block, index }) {
        const drawn = columns.map((name, j) => {
          const column = block.column(name)
          const stream = blockStream(rng.child(name).child('draws'), index)
          return [name, { ...column, codes: redraw(column.codes, shares[j], stay, stream) }]
        })
        return { columns: new Map(drawn) }
      },
    }
  },
})

/** Number of values of each level of a column, block by block. */
function countsOf(name) {
  return {
    reads: 'masked',
    of({ masked }) {
      const { codes, levels } = masked.column(name)
      const counts = new Float64Array(levels.length)
      for (const code of codes) if (code >= 0) counts[code]++
      return counts
    },
    merge: (total, own) => total.map((count, level) => count + own[level]),
  }
}

/** Share of each level among the values that are not missing. */
function sharesOf(counts) {
  const present = counts.reduce((sum, count) => sum + count, 0)
  return counts.map((count) => count / Math.max(1, present))
}

/** Uses one uniform number u per record: the value stays if u < p; otherwise the rest of u chooses the category. */
function redraw(codes, shares, stay, stream) {
  const draws = new Float64Array(codes.length)
  stream.fillUniform(draws)
  // The last category that occurs takes what rounding leaves of the sum of the shares.
  const last = shares.findLastIndex((share) => share > 0)
  return codes.map((code, i) => {
    if (code < 0 || draws[i] < stay) return code
    let rest = (draws[i] - stay) / (1 - stay)
    let drawn = 0
    while (drawn < last && rest >= shares[drawn]) rest -= shares[drawn++]
    return drawn
  })
}

/** Transition matrix, from which users correct their estimates: a row per category, a column per new category. */
function matrixOf(levels, shares, stay) {
  const to = levels.map((level, l) => [
    `to ${level}`,
    numeric(levels.map((_, k) => (k === l ? stay : 0) + (1 - stay) * shares[l])),
  ])
  return dataset([['from', categorical(levels, levels)], ...to])
}

export default definePlugin({
  name: 'sdc-newcomer-pram',
  version: '1.0.0',
  sdc: '^1',
  references: {
    'kooiman-willenborg-gouweleeuw-1997': {
      authors: ['Kooiman, P.', 'Willenborg, L.', 'Gouweleeuw, J.'],
      year: 1997,
      title: 'PRAM: a method for disclosure limitation of microdata',
      in: 'Statistics Netherlands, Research paper 9705',
    },
  },
  methods: [pramMethod],
})
