import { html, type TemplateResult } from 'lit'

import { group } from '../design/field.ts'

/** Boxes to check, of which a form has those that are checked. */
export function choiceOf(choice: {
  readonly legend: string
  readonly name: string
  readonly options: readonly string[]
  readonly chosen: readonly string[]
  readonly format: (option: string) => TemplateResult | string
  readonly hint?: string
  readonly problem?: string | null
}): TemplateResult {
  const { legend, name, options, chosen, format, hint, problem = null } = choice
  return group({
    id: `choice-${name}`,
    legend,
    ...(hint !== undefined && { hint }),
    problem,
    controls: (invalid) =>
      options.map(
        (option) =>
          html`<label class="check">
            <input
              type="checkbox"
              name=${name}
              value=${option}
              ?checked=${chosen.includes(option)}
              aria-invalid=${invalid}
            />
            <span>${format(option)}</span>
          </label>`,
      ),
  })
}

/** Returns the lines of a text that are not empty. */
export function readLines(text: unknown): readonly string[] {
  return String(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
