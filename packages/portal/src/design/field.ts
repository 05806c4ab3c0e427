import { html, nothing, type TemplateResult } from 'lit'

import { describeProblem } from '../wording/describe-problem.ts'

/** The attributes that tie a control to its label, its hint and its problem. */
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
  /** The problem, as the gateway or the portal words it. */
  readonly problem?: string | null
  readonly control: (attributes: ControlAttributes) => TemplateResult
}

/** Returns a field of a form: a label above its control, with a hint and the error below it. */
export function field({ id, label, hint, problem = null, control }: Field): TemplateResult {
  return html`<div class="field">
    <label for=${id}>${label}</label>
    ${control(attributesOf({ id, hint, problem }))} ${notes({ id, label, hint, problem })}
  </div>`
}

/** Several controls of one answer, such as boxes to check. */
export interface Group extends Omit<Field, 'label' | 'control'> {
  readonly legend: string
  /** Each control is marked as wrong where the group is. */
  readonly controls: (invalid: ControlAttributes['invalid']) => TemplateResult | readonly TemplateResult[]
}

/** Returns several controls below one legend, with a hint and what is wrong below them. */
export function group({ id, legend, hint, problem = null, controls }: Group): TemplateResult {
  const { describedBy, invalid } = attributesOf({ id, hint, problem })
  return html`<fieldset aria-describedby=${describedBy}>
    <legend>${legend}</legend>
    ${controls(invalid)} ${notes({ id, label: legend, hint, problem })}
  </fieldset>`
}

interface Notes {
  readonly id: string
  readonly hint: string | undefined
  readonly problem: string | null
}

function attributesOf({ id, hint, problem }: Notes): ControlAttributes {
  const described = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(problem === null ? [] : [`${id}-problem`]),
  ]
  return {
    id,
    describedBy: described.length === 0 ? nothing : described.join(' '),
    invalid: problem === null ? nothing : 'true',
  }
}

function notes({ id, label, hint, problem }: Notes & { readonly label: string }): TemplateResult {
  return html`${hint === undefined ? nothing : html`<span class="hint" id="${id}-hint">${hint}</span>`}
  ${problem === null ? nothing : html`<span class="problem" id="${id}-problem">${describeProblem(label, problem)}</span>`}`
}
