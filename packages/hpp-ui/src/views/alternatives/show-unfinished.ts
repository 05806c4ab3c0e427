import { findElement } from '../../page/find-element.ts'
import type { Tongue } from '../../page/tongue.ts'

/**
 * Shows where a payment is confirmed, and a way to cancel it.
 *
 * @param cancel - @returns false when the payment goes on all the same.
 */
export function showUnfinished(
  tongue: Tongue,
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
      tongue.put(problem, isCanceled ? null : tongue.words('cancelRefused'))
    })
  })
  section.hidden = false
  findElement('#unfinished-title').focus()
  return { hide: () => (section.hidden = true) }
}
