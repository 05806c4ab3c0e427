import { findElement } from './find-element.ts'
import type { Localizer } from './localizer.ts'

/** Shows that the connection is lost and what this page does about it, and when it is back. */
export function showConnection(
  localizer: Localizer,
  {
    isPaying,
    onLoss,
    onReturn,
  }: { readonly isPaying: () => boolean; readonly onLoss: () => void; readonly onReturn: () => void },
): void {
  const notice = findElement('#notice')
  const tell = (isOnline: boolean) => {
    localizer.put(notice, localizer.words(isOnline ? 'online' : isPaying() ? 'offlinePaying' : 'offline'))
  }
  addEventListener('offline', () => {
    tell(false)
    onLoss()
  })
  addEventListener('online', () => {
    tell(true)
    onReturn()
  })
  if (!navigator.onLine) tell(false)
}
