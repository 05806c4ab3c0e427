import type { LitElement } from 'lit'

/**
 * Leads a person to the first field of a form that is wrong, once it is drawn. Where no field is, the reason is read out and the focus stays.
 *
 * @param form - draws the form.
 */
export async function goToProblem(form: LitElement): Promise<void> {
  await form.updateComplete
  const wrong = form.renderRoot.querySelector<HTMLElement>('[aria-invalid=true]')
  const place = wrong ?? form.renderRoot.querySelector('[role=alert]')
  wrong?.focus({ preventScroll: true })
  // Its label and what is wrong with it are in view, too.
  place?.scrollIntoView({ block: 'center' })
}
