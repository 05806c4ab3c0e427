import { findElement } from '../../page/find-element.ts'
import type { Localizer } from '../../page/localizer.ts'

/**
 * Shows a link to the page that confirms a payment, and a way to cancel it.
 *
 * @param cancel - @returns false if the payment continues nevertheless.
 */
export function showUnfinished(
  localizer: Localizer,
  address: string,
  cancel: () => Promise<boolean>,
): { hide(): void } {
  const section = findElement('#unfinished')
  const button = findElement<HTMLButtonElement>('#cancel-unfinished')
  const problem = findElement('#unfinished-problem')
  findElement<HTMLAnchorElement>('#continue').href = address
  button.addEventListener('click', () => {
    button.disabled = true
    void cancel().then((isCanceled) => {
      button.disabled = isCanceled
      localizer.put(problem, isCanceled ? null : localizer.words('cancelRefused'))
    })
  })
  section.hidden = false
  findElement('#unfinished-title').focus()
  return { hide: () => (section.hidden = true) }
}
