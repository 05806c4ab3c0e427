/** What spreadsheets take for the beginning of a formula: some skip blanks before it, some read full-width signs alike. */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

/** One line of CSV (RFC 4180), with its end. A cell that a spreadsheet would calculate gets an apostrophe. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** Every text is quoted: where a semicolon separates cells, an unquoted one would begin another, without its apostrophe. */
function csvCell(cell: string | number | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return `"${text.replaceAll('"', '""')}"`
}
