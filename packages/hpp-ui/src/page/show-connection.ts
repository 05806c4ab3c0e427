import { findElement } from './find-element.ts'
import type { Tongue } from './tongue.ts'

/** Says that the connection is gone and what this page does about it, and when it is back. */
export function showConnection(
  tongue: Tongue,
  {
    isPaying,
    onLoss,
    onReturn,
  }: { readonly isPaying: () => boolean; readonly onLoss: () => void; readonly onReturn: () => void },
): void {
  const notice = findElement('#notice')
  const tell = (isOnline: boolean) => {
    tongue.put(notice, tongue.words(isOnline ? 'online' : isPaying() ? 'offlinePaying' : 'offline'))
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
