import { html, type TemplateResult } from 'lit'

/** Boxes to check, of which a form has those that are checked. */
export function choiceOf(choice: {
  readonly legend: string
  readonly name: string
  readonly options: readonly string[]
  readonly chosen: readonly string[]
  readonly say: (option: string) => string
}): TemplateResult {
  const { legend, name, options, chosen, say } = choice
  return html`<fieldset>
    <legend>${legend}</legend>
    ${options.map(
      (option) =>
        html`<label class="check">
          <input type="checkbox" name=${name} value=${option} ?checked=${chosen.includes(option)} />
          ${say(option)}
        </label>`,
    )}
  </fieldset>`
}

/** Returns the lines of a text that are not empty. */
export function readLines(text: unknown): readonly string[] {
  return String(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
