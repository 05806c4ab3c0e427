import type { Bar } from './draw-bars.ts'

export interface Column {
  /** The first cell of the head of the table's first row, which names the table. */
  readonly table: string
  /** The head of the column with the figures. */
  readonly column: string
}

/**
 * Reads one column of a table in Markdown: its rows' names, and the first number of each cell (`137 (119–142)` is 137). Rows
 * without a number are left out.
 *
 * @throws When the page has no such table, or several, or the table no such column.
 */
export function readTable(page: string, { table, column }: Column): readonly Bar[] {
  const tables = page
    .split(/\n(?!\|)/)
    .map((part) => part.trim())
    .filter((part) => part.startsWith('|'))
    .map((part) => part.split('\n').map(readCells))
    .filter(([head]) => head?.[0] === table && head.includes(column))
  const [found] = tables
  if (!found || tables.length > 1)
    throw new Error(`The page has ${tables.length} tables "${table}" with a column "${column}"`)
  const [head = [], , ...rows] = found
  const place = head.indexOf(column)
  return rows.flatMap((cells) => {
    const [figure] = /\d[\d,]*(?:\.\d+)?/.exec(cells[place] ?? '') ?? []
    return figure === undefined ? [] : [{ label: cells[0] ?? '', value: Number(figure.replaceAll(',', '')) }]
  })
}

/** Removes the marks of code and emphasis. */
function readCells(line: string): readonly string[] {
  return line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.replaceAll(/[`*]/g, '').trim())
}
