import { html, nothing, type TemplateResult } from 'lit'

/** What a control needs to belong to its label, its hint and its problem. */
export interface ControlAttributes {
  readonly id: string
  readonly describedBy: string | typeof nothing
  readonly invalid: 'true' | typeof nothing
}

export interface Field {
  /** Unique within the page's own tree. */
  readonly id: string
  readonly label: string
  readonly hint?: string
  readonly problem?: string | null
  readonly control: (attributes: ControlAttributes) => TemplateResult
}

/** Returns a field of a form: a label above its control, with a hint and the error below it. */
export function field({ id, label, hint, problem = null, control }: Field): TemplateResult {
  const described = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(problem === null ? [] : [`${id}-problem`]),
  ]
  return html`<div class="field">
    <label for=${id}>${label}</label>
    ${control({
      id,
      describedBy: described.length === 0 ? nothing : described.join(' '),
      invalid: problem === null ? nothing : 'true',
    })}
    ${hint === undefined ? nothing : html`<span class="hint" id="${id}-hint">${hint}</span>`}
    ${problem === null ? nothing : html`<span class="problem" id="${id}-problem">${problem}</span>`}
  </div>`
}
