/** What spreadsheets take for the beginning of a formula. Some skip a tab or a line break before it. */
const FORMULA = /^[=+\-@\t\r]/

/** One line of CSV (RFC 4180), with its end. A cell that a spreadsheet would calculate gets an apostrophe. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: string | number | null): string {
  if (cell === null) return ''
  const text = typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
