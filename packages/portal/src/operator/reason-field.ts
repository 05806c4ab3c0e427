import { html, type TemplateResult } from 'lit'

import { field } from '../design/field.ts'

/** Asks why: the reason is kept in the audit trail. */
export function reasonField(label: string, hint: string): TemplateResult {
  return field({
    id: 'reason',
    label,
    hint,
    control: ({ id, describedBy }) =>
      html`<input
        id=${id}
        name="reason"
        required
        minlength="10"
        maxlength="500"
        autocomplete="off"
        aria-describedby=${describedBy}
      />`,
  })
}
