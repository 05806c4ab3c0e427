import { html, nothing, type TemplateResult } from 'lit'

import { type DataTable, dataTable } from '../design/data-table.ts'

/** Up to so many rows are read faster than opened. */
const SHOWN_MOST = 5

/** Returns a table of the rows that need attention. Good rows are folded behind a line that counts them. A short table shows all rows, those first. */
export function foldedTable<Row>(
  table: DataTable<Row>,
  isGood: (row: Row) => boolean,
  summary: (count: number) => string,
): TemplateResult {
  const { rows } = table
  const good = rows.filter(isGood)
  const bad = rows.filter((row) => !isGood(row))
  if (rows.length <= SHOWN_MOST || good.length === 0) return dataTable({ ...table, rows: [...bad, ...good] })
  return html`${bad.length === 0 ? nothing : dataTable({ ...table, rows: bad })}
    <details>
      <summary>${summary(good.length)}</summary>
      ${dataTable({ ...table, caption: summary(good.length), rows: good })}
    </details>`
}
