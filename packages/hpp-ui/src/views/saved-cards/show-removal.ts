import { parseWebAddress } from '@sluice/embedded-fields/parts'
import type { Localizer } from '../../page/localizer.ts'

/** Requests the removal of a saved card of the session's customer. @returns whether it is removed. */
export async function removeCard(
  { baseUrl, clientKey, sessionId }: RemovalSession,
  paymentMethodId: string,
): Promise<boolean> {
  const [session, card] = [sessionId, paymentMethodId].map(encodeURIComponent)
  const address = parseWebAddress(`${baseUrl}/api/client/sessions/${session}/payment-methods/${card}`)
  if (address === null) return false
  try {
    const { ok, status } = await fetch(address, {
      method: 'DELETE',
      headers: { 'x-client-key': clientKey },
      credentials: 'omit',
    })
    // Another tab has removed it.
    return ok || status === 404
  } catch {
    return false
  }
}

export interface RemovalSession {
  readonly baseUrl: string
  readonly clientKey: string
  readonly sessionId: string
}

/**
 * Makes the removal of a saved card interactive: its button asks first, because a removed card has to be typed again.
 *
 * @param remove -
 * @returns whether the card is removed.
 */
export function showRemoval(
  box: HTMLElement,
  { localizer, remove }: { readonly localizer: Localizer; readonly remove: () => Promise<boolean> },
): void {
  const [ask, confirm, keep] = box.querySelectorAll('button')
  const [question, problem] = box.querySelectorAll<HTMLElement>('[data-question], [role="alert"]')
  if (!ask || !confirm || !keep || !question || !problem) return
  const show = (isAsking: boolean) => {
    ask.hidden = isAsking
    question.hidden = !isAsking
    localizer.put(problem, null)
    if (isAsking) keep.focus()
    else ask.focus()
  }
  ask.addEventListener('click', () => show(true))
  keep.addEventListener('click', () => show(false))
  confirm.addEventListener('click', () => {
    confirm.disabled = keep.disabled = true
    void remove().then((isGone) => {
      confirm.disabled = keep.disabled = false
      if (!isGone) localizer.put(problem, localizer.words('cardNotRemoved'))
    })
  })
}
