import type { FormTexts } from '@sluice/texts/card-form'
import type { FieldName } from '../../validation/field-errors.ts'
import { make, setText } from '../make.ts'
import { FIELDS } from './fields.ts'
import type { FieldView } from './field-view.ts'

/** The parts of one field: its label, the box with its input, and its error. */
export interface FieldRow {
  readonly element: HTMLElement
  readonly box: HTMLElement
  readonly input: HTMLInputElement
  show(view: FieldView, texts: FormTexts, isBusy: boolean): void
}

/**
 * Creates the row of a field. Its input is uncontrolled: no value is ever written to an attribute or kept anywhere
 * else.
 *
 * @param description - Id of what else describes the field.
 */
export function makeFieldRow(
  name: FieldName,
  {
    isRequired,
    isLast,
    description,
  }: { readonly isRequired: boolean; readonly isLast: boolean; readonly description: string },
): FieldRow {
  const { id, inputMode, direction } = FIELDS[name]
  const errorId = `${id}-error`
  const input = make('input', {
    id,
    name: id,
    type: 'text',
    inputmode: inputMode,
    autocomplete: id,
    enterkeyhint: isLast ? 'done' : 'next',
    autocapitalize: name === 'holderName' ? 'words' : 'off',
    autocorrect: 'off',
    spellcheck: 'false',
    'aria-required': String(isRequired),
    'aria-describedby': `${description} ${errorId}`.trim(),
  })
  const label = make('label', { for: id })
  const box = make('div', { class: 'box', dir: direction }, input)
  const error = make('p', { class: 'error', id: errorId })
  return {
    element: make('div', { class: `field field-${name}` }, label, box, error),
    box,
    input,
    show({ errorCode }, texts, isBusy) {
      setText(label, texts.labels[name] + (isRequired ? '' : ` (${texts.optional})`))
      input.placeholder = texts.placeholders[name] ?? ''
      input.ariaInvalid = String(errorCode !== null)
      input.readOnly = isBusy
      setText(error, errorCode === null ? '' : texts.errors[errorCode])
    },
  }
}
