// Makes the files of this folder from the complete output of the scripts: the cases and fields that tests use. node
// packages/testing/reference/trim.mjs FOLDER-OF-THE-OUTPUT FRANCDAT.CSV
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [from, francdat] = process.argv.slice(2)
if (!from || !francdat) throw new Error('node packages/testing/reference/trim.mjs FOLDER-OF-THE-OUTPUT FRANCDAT.CSV')

/** File → pattern of ids → fields of the output; null if all of it is kept. */
const kept = {
  'correlations.json': [
    [/^census_(cor_|cov)/, ['rows']],
    [/^census_ranks$/, null],
    [/^census_moments$/, ['mean', 'median', 'var', 'sd']],
    [/^census_quantiles7$/, ['rownames', 'rows']],
  ],
  'freq_risk.json': [[/^francdat/, ['fk', 'Fk', 'n1', 'n2']]],
  'localsuppression.json': [[/^(francdat|testdata|bad_importance$)/, ['suppressions_per_key', 'total']]],
  'microaggregation.json': [
    [/^census_mdav_k/, ['SSE', 'SST', 'IL', 'n_groups', 'group', 'mx']],
    [/^census_onedims_k3$/, ['SSE', 'SST', 'IL', 'SSE_raw_by_column', 'mx']],
    [/^census_onedims_k/, ['SSE', 'SST', 'IL', 'SSE_raw_by_column']],
    [/^census_pca_k\d+$/, ['SSE']],
    [/^census_AGI_mafast_k3$/, ['mx']],
  ],
  'pram.json': [[/^pram_Rs_/, null]],
  'recordlinkage.json': [
    [
      /^census_(mdav|onedims)_/,
      [
        'correct_matches',
        'mean_distance',
        'total_distance',
        'nn_linkage_correct_strict',
        'nn_linkage_correct_expected',
      ],
    ],
  ],
  'reference_stats.json': [
    [/^fitdistr_/, ['estimate']],
    [/^princomp_cor$/, ['sdev', 'loadings']],
    [/^prcomp_scaled$/, ['sdev', 'rotation']],
    [/^prcomp_raw$/, ['sdev']],
    [/^lm$/, ['r2', 'sigma']],
    [/^chol_cov$/, ['rows']],
    [/^ks1_/, ['D', 'p_value']],
    [/^ks2_/, ['D']],
    [/^mahalanobis$/, null],
  ],
  'utility_risk.json': [
    [
      /^census(_mdav_k[35]|_onedims_k3|_scaled_.9|11_mdav_k5)$/,
      [
        'dUtility_IL1',
        'dUtility_IL1old',
        'dUtility_IL1s',
        'dUtility_eigen',
        'eigenvalues_x',
        'eigenvalues_xm',
        'dRisk_k0.01',
        'dRisk_k0.05',
        'dRisk_k0.1',
        'dRisk_k0.2',
      ],
    ],
  ],
}

for (const [file, patterns] of Object.entries(kept)) {
  const { topic, meta, cases } = JSON.parse(readFileSync(join(from, file), 'utf8'))
  const trimmed = cases.flatMap(({ id, input, r_call, output }) => {
    const found = patterns.find(([pattern]) => pattern.test(id))
    if (!found) return []
    const fields = found[1] ?? Object.keys(output)
    const some = Array.isArray(output)
      ? output
      : Object.fromEntries(fields.flatMap((name) => (name in output ? [[name, output[name]]] : [])))
    return [{ id, input: withRecords(input), r_call, output: byGroup(some) }]
  })
  for (const [pattern] of patterns)
    if (!trimmed.some(({ id }) => pattern.test(id))) throw new Error(`${file} has no ${pattern}`)
  // One line a case, with the shortest digits of each number.
  const lines = trimmed.map((one) => `  ${JSON.stringify(one)}`).join(',\n')
  writeFileSync(
    new URL(file, import.meta.url),
    `{"topic": ${JSON.stringify(topic)},\n"meta": ${JSON.stringify(meta)},\n"cases": [\n${lines}\n]}\n`,
  )
}

/** Masked records that are equal in whole groups: one row a group instead of one row a record. */
function byGroup(output) {
  const { mx, ...rest } = output
  if (!mx || !rest.group) return output
  const rows = []
  rest.group.forEach((group, i) => {
    rows[group - 1] ??= mx.rows[i]
    if (rows[group - 1].join() !== mx.rows[i].join()) throw new Error(`record ${i + 1} differs from its group`)
  })
  return { ...rest, means: { colnames: mx.colnames, rows } }
}

/** The eight records of francdat.csv, keys and weight; null if the case has a missing value. Not for suppression. */
function withRecords(input) {
  if (input.csv !== 'francdat.csv' || input.params.k !== undefined) return input
  const [names, ...rows] = readFileSync(francdat, 'utf8')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  const missing = input.params.NA_cells ?? {}
  const data = [...input.columns, 'w'].map((name) => [
    name,
    rows.map((row, i) => (missing[name]?.includes(i + 1) ? null : Number(row[names.indexOf(name)]))),
  ])
  return { ...input, data: Object.fromEntries(data) }
}
