// Makes the files of this folder from the complete output of the scripts and their input files. node
// reference/keys/trim-keys.mjs FOLDER-OF-THE-OUTPUT FOLDER-OF-ADULT FOLDER-OF-FREQ_RISK.JSON TESTDATA.CSV
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [output, adult, frequencies, testdata] = process.argv.slice(2)
if (!testdata)
  throw new Error('node reference/keys/trim-keys.mjs OUTPUT-FOLDER ADULT-FOLDER FREQ_RISK-FOLDER TESTDATA.CSV')

const json = (folder, name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
const lines = (path, separator) =>
  readFileSync(path, 'utf8')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(separator))
const records = (path, separator) => {
  const [names, ...rows] = lines(path, separator)
  return rows.map((row) => Object.fromEntries(names.map((name, j) => [name, row[j]])))
}
const write = (name, head, cases) =>
  writeFileSync(
    new URL(name, import.meta.url),
    `{${Object.entries(head)
      .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
      .join(',\n')},\n"cases": [\n${cases.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n]}\n`,
  )

const people = records(join(adult, 'adult.csv'), ';')
const hierarchies = new Map()
const hierarchy = (name) => {
  if (!hierarchies.has(name)) hierarchies.set(name, lines(join(adult, `${name}.csv`), ';'))
  return hierarchies.get(name)
}
/** The value of a column at a level of its hierarchy. */
const generalised = (name, level) => {
  const to = new Map(hierarchy(name).map((row) => [row[0], row[level]]))
  return (person) => to.get(person[name])
}
const education =
  'Preschool,1st-4th,5th-6th,7th-8th,9th,10th,11th,12th,HS-grad,Some-college,Assoc-voc,Assoc-acdm,Bachelors,Masters,Prof-school,Doctorate'
const orders = { education: education.split(','), 'salary-class': ['<=50K', '>50K'] }

/** Number of records by class and sensitive value; classes are in the order of their first records. */
function crossTable(keys, node, sensitive, values) {
  const of = keys.map((name, j) => generalised(name, node[j]))
  const classes = new Map()
  for (const person of people) {
    const key = of.map((value) => value(person)).join(';')
    if (!classes.has(key)) classes.set(key, new Array(values.length).fill(0))
    classes.get(key)[values.indexOf(person[sensitive])]++
  }
  return [...classes.values()]
}

{
  const { meta, definitions, cases } = json(output, 'class-measures.json')
  // With few classes the counts themselves are stored; the others are computed from adult.csv, if a test has it.
  const trimmed = cases.map((one) => {
    const values = orders[one.sensitive] ?? [...new Set(people.map((person) => person[one.sensitive]))].sort()
    const few = one.classes <= 73
    return {
      ...one,
      values,
      isOrdered: one.sensitive in orders,
      hierarchy: hierarchy(one.sensitive).filter(([value]) => values.includes(value)),
      ...(few && { counts: crossTable(one.keys, one.node, one.sensitive, values) }),
    }
  })
  write('class-measures.json', { meta, definitions }, trimmed)
}

{
  const { meta, definitions, sample, population, journalist } = json(output, 'arx-risk.json')
  const pairs = journalist.map((one) => {
    const of = one.keys.map((name, j) => generalised(name, one.node?.[j] ?? 0))
    const key = (person) => of.map((value) => value(person)).join(';')
    const count = (some) => {
      const counts = new Map()
      for (const person of some) counts.set(key(person), (counts.get(key(person)) ?? 0) + 1)
      return counts
    }
    const drawn = people.filter((_, i) => i % 10 === 0)
    const [f, F] = [count(drawn), count(people)]

    const classes = [...f].map(([name, size]) => [size, F.get(name)])
    // For the file with suppressed records: keeps classes with at least three records in the population.
    const released = one.suppressed === 0 ? classes : classes.filter(([, many]) => many >= 3)
    const total = released.reduce((sum, [size]) => sum + size, 0)
    if (total !== one.records - one.suppressed)
      throw new Error(`${one.id}: ${total} records, not ${one.records - one.suppressed}`)
    const histogram = new Map()
    for (const pair of released) histogram.set(pair.join(), (histogram.get(pair.join()) ?? 0) + 1)
    return { ...one, classes: [...histogram].map(([pair, times]) => [...pair.split(',').map(Number), times]) }
  })
  write('population-risk.json', { meta, definitions }, [
    ...sample.map((one) => ({ kind: 'sample', ...one })),
    ...population.map((one) => ({ kind: 'population', ...one })),
    ...pairs.map((one) => ({ kind: 'journalist', ...one })),
  ])
}

{
  const { meta, cases } = json(frequencies, 'freq_risk.json')
  const rows = records(testdata, ',')
  const seven = cases.find(({ id }) => id === 'testdata7').input.columns
  const trimmed = cases
    .filter(({ id }) => id.startsWith('ldiversity'))
    .map(({ id, input, r_call, output: found }) => {
      const holed = id.endsWith('_NA')
      const value = (i, name) =>
        holed && ((i + 1) * 7919 + (seven.indexOf(name) + 1) * 104729) % 97 === 0 ? null : Number(rows[i][name])
      const sensitive = [input.params.ldiv_index].flat()
      // Records that agree in the keys and the sensitive columns, with their results: one line each.
      const lines = new Map()
      rows.forEach((_, i) => {
        const keys = input.columns.map((name) => value(i, name))
        const own = sensitive.map((name) => value(i, name))
        const outputs = sensitive.flatMap((name) =>
          ['Distinct', 'Entropy', 'Recursive'].map((what) => found[`${name}_${what}_Ldiversity`][i]),
        )
        const line = JSON.stringify([...keys, ...own, ...outputs])
        lines.set(line, (lines.get(line) ?? 0) + 1)
      })
      if (['MultiEntropy', 'MultiRecursive'].some((name) => found[`${name}_Ldiversity`].some((one) => one !== 0)))
        throw new Error(`${id}: the numbers over several columns are not all 0`)
      return {
        id,
        keys: input.columns,
        sensitive,
        c: input.params.l_recurs_c ?? 2,
        r_call,
        records: [...lines].map(([line, times]) => [times, ...JSON.parse(line)]),
      }
    })
  write('l-diversity.json', { meta }, trimmed)
}

{
  const { meta, cases } = json(frequencies, 'freq_risk.json')
  const rows = records(testdata, ',')
  const found = new Map(cases.map((one) => [one.id, one]))
  const { columns } = found.get('testdata7').input
  const weightOf = {
    testdata7: (i) => Number(rows[i].sampling_weight),
    testdata7_varying_w: (i) => 20 + ((i + 1) % 37) * 3.5,
  }
  const ids = [
    ['testdata7'],
    ['testdata7_varying_w'],
    ['testdata7_NA_alpha1', 'testdata7_NA_alpha0.5', 'testdata7_NA_alpha0'],
  ]
  const trimmed = ids.map((same) => {
    const holed = same[0].includes('NA')
    const value = (i, j) =>
      holed && ((i + 1) * 7919 + (j + 1) * 104729) % 97 === 0 ? null : Number(rows[i][columns[j]])
    // Records with the same keys and frequencies, with the mean of their weights: one line each.
    const lines = new Map()
    rows.forEach((_, i) => {
      const outputs = same.flatMap((id) => ['fk', 'Fk'].map((what) => found.get(id).output[what][i]))
      const line = JSON.stringify([...columns.map((_, j) => value(i, j)), ...outputs])
      const one = lines.get(line) ?? { times: 0, weight: 0 }
      one.times++
      one.weight += (weightOf[same[0]] ?? weightOf.testdata7)(i)
      lines.set(line, one)
    })
    return {
      id: same[0],
      keys: columns,
      alphas: same.map((id) => found.get(id).input.params.alpha ?? 1),
      n1: same.map((id) => found.get(id).output.n1 ?? null),
      n2: same.map((id) => found.get(id).output.n2 ?? null),
      r_call: found.get(same[0]).r_call,
      records: [...lines].map(([line, { times, weight }]) => [times, weight / times, ...JSON.parse(line)]),
    }
  })
  write('frequencies.json', { meta }, trimmed)
}
