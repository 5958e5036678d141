/** An aligned table for people; numbers are aligned to the right. */
export function textTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const right = header.map((_, j) => rows.length > 0 && rows.every((row) => row[j] === '' || row[j] === '–' || /^[−-]?[\d.,]/.test(row[j])))
  const width = header.map((head, j) => Math.max(head.length, ...rows.map((row) => row[j].length)))
  const line = (cells: readonly string[]): string =>
    cells.map((cell, j) => (right[j] ? cell.padStart(width[j]) : cell.padEnd(width[j]))).join('  ').trimEnd()
  return [line(header), width.map((w) => '-'.repeat(w)).join('  '), ...rows.map(line)].join('\n')
}
