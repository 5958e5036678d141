import { dataset, defineMethod, definePlugin, fillByBlocks, numeric, categorical, SdcError } from '@sdc/core'
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
  apply({ data, columns, params: { stay }, rng, tick }) {
    const masked = new Map()
    const publish = new Map()
    columns.forEach((name, j) => {
      tick(j / columns.length)
      const column = data.column(name)
      if (column.kind !== 'categorical')
        throw new SdcError(
          'NOT_CATEGORICAL',
          `column "${name}" is numeric`,
          { column: name },
          `${id} masks categories.`,
        )
      const shares = sharesOf(column)
      masked.set(name, { ...column, codes: redraw(column.codes, shares, stay, rng.child(name).child('draws')) })
      publish.set(`transition matrix of ${name}`, matrixOf(column.levels, shares, stay))
    })
    return { files: [{ columns: masked }], publish }
  },
})

/** The share of each level among the values that are not missing. */
function sharesOf({ codes, levels }) {
  const counts = new Float64Array(levels.length)
  let present = 0
  for (const code of codes) {
    if (code < 0) continue
    counts[code]++
    present++
  }
  return counts.map((count) => count / Math.max(1, present))
}

/** Uses one uniform number u per record: the value stays if u < p; otherwise the rest of u chooses the category. */
function redraw(codes, shares, stay, rng) {
  const draws = fillByBlocks(rng, new Float64Array(codes.length), (stream, part) => stream.fillUniform(part))
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
