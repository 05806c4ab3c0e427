/** Matches text that spreadsheets interpret as a formula: some skip leading blanks, some accept full-width signs. */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

/**
 * Writes one line of CSV (RFC 4180), including the line break. A cell that a spreadsheet would evaluate gets an
 * apostrophe.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/**
 * Every text is quoted, because an unquoted semicolon would begin another cell, without its apostrophe, where
 * semicolons separate cells.
 */
function csvCell(cell: string | number | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return `"${text.replaceAll('"', '""')}"`
}
