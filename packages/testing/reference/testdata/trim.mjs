// Makes the files of this folder: results of another program on keys of testdata.csv, which does not belong to the
// project. node reference/testdata/trim.mjs FOLDER-OF-THE-OUTPUT TESTDATA.CSV FRANCDAT.CSV
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [from, testdata, francdat] = process.argv.slice(2)
if (!francdat) throw new Error('node reference/testdata/trim.mjs FOLDER-OF-THE-OUTPUT TESTDATA.CSV FRANCDAT.CSV')

const household = 'ori_hid'

const files = { 'testdata.csv': read(testdata), 'francdat.csv': read(francdat) }

/** Parts of the program's output that no test reads. */
const unused = new Set(['brute_force_score_factorial', 'contributionPercent', 'msu_counts_note', 'Res'])

for (const [file, wanted] of [
  ['freq_risk.json', /^(francdat|testdata7|measure_risk_)/],
  ['suda2.json', /./],
]) {
  const { cases } = JSON.parse(readFileSync(join(from, file), 'utf8'))
  const kept = cases.filter(({ id }) => wanted.test(id))
  write(
    file,
    kept.map((one) => `  ${JSON.stringify(trimmed(one))}`),
    '[]',
  )
}

/** A case with its outputs by class of the keys (by household for the risk of households), in the order of first records. */
function trimmed({ id, input, r_call, output }) {
  const data = withMissing(files[input.csv], input)
  const n = data[input.columns[0]].length
  const classes = numbered(input.columns.map((name) => data[name]))
  const households = input.csv === 'testdata.csv' ? numbered([data[household]]) : []
  const shorter = (name, value) => {
    if (!Array.isArray(value) || value.length !== n || n < 100) return value
    return firstOfEach(name, value, name === 'hier_risk_record' ? households : classes)
  }
  const { attribute_level_contributions: levels, ...flat } = Object.fromEntries(
    Object.entries(output).filter(([name]) => !unused.has(name)),
  )
  return {
    id,
    input: { ...input, ...(n < 100 && { data }) },
    r_call,
    output: {
      ...Object.fromEntries(Object.entries(flat).map(([name, value]) => [name, shorter(name, value)])),
      // The levels of a key are in its order; the variable names the key.
      ...(levels && {
        attribute_level_contributions: { variable: levels.variable, contribution: levels.contribution },
      }),
    },
  }
}

function withMissing(data, { columns, params }) {
  const missing = (name, i) => {
    const j = columns.indexOf(name) + 1
    if (params.NA_rule) return j > 0 && ((i + 1) * 7919 + j * 104729) % 97 === 0
    return params.NA_cells?.[name]?.includes(i + 1) ?? false
  }
  const names = [...columns, ...[household, 'w'].filter((name) => name in data)]
  return Object.fromEntries(names.map((name) => [name, data[name].map((one, i) => (missing(name, i) ? null : one))]))
}

/** Numbers from 0 up in the order of first records. */
function numbered(columns) {
  const seen = new Map()
  return columns[0].map((_, i) => {
    const key = JSON.stringify(columns.map((column) => column[i]))
    if (!seen.has(key)) seen.set(key, seen.size)
    return seen.get(key)
  })
}

/** One value for each class, which all records of a class have. */
function firstOfEach(name, values, classes) {
  const first = []
  values.forEach((value, i) => {
    if (first[classes[i]] === undefined) first[classes[i]] = value
    else if (first[classes[i]] !== value) throw new Error(`${name} differs within the class of record ${i + 1}`)
  })
  return first
}

function read(path) {
  const [names, ...rows] = readFileSync(path, 'utf8')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  return Object.fromEntries(names.map((name, j) => [name, rows.map((row) => Number(row[j]))]))
}

function write(file, lines, [open, close]) {
  writeFileSync(new URL(file, import.meta.url), `${open}\n${lines.join(',\n')}\n${close}\n`)
}
