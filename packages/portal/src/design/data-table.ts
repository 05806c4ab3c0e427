import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'

type Cell = TemplateResult | string | typeof nothing

export interface Column<Row> {
  /** Empty above buttons, which name themselves. */
  readonly heading: string
  readonly cell: (row: Row) => Cell
  /** `number` aligns at the end, `wide` and `wider` leave out the column on narrow screens. */
  readonly style?: 'number' | 'number wide' | 'wide' | 'wider'
}

export interface DataTable<Row> {
  /** For screen readers: what the table lists. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly key: (row: Row) => string
}

/** Returns a table whose first column names each row. Callers show an empty state instead of a table without rows. */
export function dataTable<Row>({ caption, columns, rows, key }: DataTable<Row>): TemplateResult {
  return html`<table>
    <caption class="unseen">
      ${caption}
    </caption>
    <thead>
      <tr>
        ${columns.map(({ heading, style }) =>
          heading === ''
            ? html`<td class=${style ?? nothing}></td>`
            : html`<th scope="col" class=${style ?? nothing}>${heading}</th>`,
        )}
      </tr>
    </thead>
    <tbody>
      ${repeat(
        rows,
        key,
        (row) =>
          html`<tr>
            ${columns.map(({ cell, style }, index) =>
              index === 0
                ? html`<th scope="row" class=${style ?? nothing}>${cell(row)}</th>`
                : html`<td class=${style ?? nothing}>${cell(row)}</td>`,
            )}
          </tr>`,
      )}
    </tbody>
  </table>`
}
