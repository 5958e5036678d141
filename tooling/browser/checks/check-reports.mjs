import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sdcProcess } from '../../../packages/testing/src/sdc-process.mjs'
import { reportFailures } from '../report-checks.mjs'

const outside = process.env.SDC_DATA_DIR || fileURLToPath(new URL('../../../../shared/data', import.meta.url))

/** Columns of each released file: the masked ones, and those released unchanged; the others are dropped. */
const files = {
  census: {
    masked: ['AGI', 'EMCONTRB', 'FEDTAX', 'PTOTVAL', 'STATETAX', 'TAXINC', 'POTHVAL', 'INTVAL', 'PEARNVAL', 'FICA'],
    dropped: ['AFNLWGT', 'WSALVAL', 'ERNVAL'],
  },
  eia: {
    masked: ['RESREVENUE', 'RESSALES', 'COMREVENUE', 'COMSALES', 'INDREVENUE', 'INDSALES', 'OTHREVENUE', 'OTHRSALES'],
    dropped: ['UTILITYID', 'UTILNAME', 'STATE', 'TOTREVENUE', 'TOTSALES'],
    open: ['YEAR', 'MONTH'],
  },
  testdata: {
    masked: ['expend', 'income', 'savings'],
    dropped: ['ori_hid', 'sampling_weight', 'household_weights', 'age'],
    open: ['urbrur', 'roof', 'walls', 'water', 'electcon', 'relat', 'sex', 'hhcivil'],
  },
}

/** A file of 60 columns of numbers and categories. */
const wide = {
  masked: Array.from({ length: 48 }, (_, j) => (j % 7 === 0 ? `turnover_of_the_branch_${j}` : `v${j}`)),
  dropped: [],
  open: Array.from({ length: 12 }, (_, j) => `c${j}`),
}
files.wide = wide

function wideFile() {
  const value = (i, j) => 1000 + ((i * 7919 + j * 104_729 + ((i * i) % 911) * (j % 5)) % 6133)
  const record = (_, i) => [
    ...wide.masked.map((__, j) => value(i, j)),
    ...wide.open.map((__, j) => `l${value(i, j) % (j + 2)}`),
  ]
  const records = Array.from({ length: 200 }, record)
  return [[...wide.masked, ...wide.open], ...records].map((cells) => `${cells.join(',')}\n`).join('')
}

const roles = (columns, role, more = {}) => Object.fromEntries(columns.map((name) => [name, { role, ...more }]))

/** Releases a file, and returns its two reports. */
async function reportsOf(sdc, name, data, folder) {
  const { masked, dropped, open = [] } = files[name]
  const plan = {
    data,
    schema: { columns: { ...roles(masked, 'confidential'), ...roles(dropped, 'identifier', { level: 'record' }) } },
    steps: [{ use: 'microaggregation/mdav', params: { k: 25 } }],
    metrics: ['risk/dld', 'loss/il-score'],
  }
  writeFileSync(join(folder, `${name}.plan.json`), JSON.stringify(plan))
  const accepted = open.flatMap((column) => ['--accept-open', column])
  await sdc.done(
    folder,
    'run',
    `${name}.plan.json`,
    '--release',
    ...accepted,
    '-o',
    `${name}.out.csv`,
    '--private',
    `${name}.json`,
  )
  const reports = readdirSync(folder).filter((file) => file.startsWith(name) && file.endsWith('.html'))
  for (const kind of ['INTERNAL', 'PUBLIC'])
    if (reports.filter((file) => file.includes(kind)).length !== 1) throw new Error(`${name} has no ${kind} report`)
  return reports.map((file) => join(folder, file))
}

/** Checks the reports of `sdc run --release` on screen and on paper, without network requests. */
export async function checkReports(browser, say) {
  const folder = mkdtempSync(join(tmpdir(), 'sdc-reports-'))
  const problems = []
  const sdc = sdcProcess()
  try {
    for (const name of Object.keys(files)) {
      let data = join(outside, 'testdata.csv')
      if (name === 'wide') writeFileSync((data = join(folder, 'wide.csv')), wideFile())
      else if (name !== 'testdata') await sdc.done(folder, 'dataset', name, '-o', (data = join(folder, `${name}.csv`)))
      if (!existsSync(data)) say(`  not run: ${name}.csv, which no clone has`)
      else
        for (const file of await reportsOf(sdc, name, data, folder))
          problems.push(...(await reportFailures(browser, file)))
    }
  } catch (error) {
    problems.push(error.message)
  } finally {
    sdc.end()
    rmSync(folder, { recursive: true, force: true })
  }
  return problems
}
