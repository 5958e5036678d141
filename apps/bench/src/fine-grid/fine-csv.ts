import type { FineRow, Spread } from './fine-row.js'

/** The names of the columns of the table. */
export const fineHeader = 'candidate,replicates,score,score sd,loss,loss sd,risk,risk sd,error'

/** A row of the table; a text with a comma or a quote stands in quotes, a number that is not there is empty. */
export function fineLine({ name, replicates, score, loss, risk, error = '' }: FineRow): string {
  const numbers = [score, loss, risk].flatMap(({ mean, sd }) => [shown(mean), shown(sd)])
  return [quoted(name), String(replicates), ...numbers, quoted(error)].join(',')
}

function shown(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toFixed(3))) : ''
}

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The rows of a table that was written before; a last line without an end was cut off, and counts as not there. */
export function parseFineRows(text: string): FineRow[] {
  const lines = text.split('\n').slice(0, -1)
  return lines.slice(1).flatMap((line): FineRow[] => {
    const cells = [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell]) => unquoted(cell)).slice(0, 9)
    if (cells.length < 9) return []
    const number = (at: number): number => (cells[at] === '' ? Number.NaN : Number(cells[at]))
    const spread = (at: number): Spread => ({ mean: number(at), sd: number(at + 1) })
    const [name] = cells
    const row = { name, replicates: number(1), score: spread(2), loss: spread(4), risk: spread(6) }
    return [cells[8] === '' ? row : { ...row, error: cells[8] }]
  })
}

function unquoted(cell: string): string {
  return cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
}
