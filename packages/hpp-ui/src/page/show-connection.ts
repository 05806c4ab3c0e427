import { findElement } from './find-element.ts'
import type { Tongue } from './tongue.ts'

/** Says that the connection is gone and that nothing is lost, and when it is back. */
export function showConnection(tongue: Tongue, onReturn: () => void): void {
  const notice = findElement('#notice')
  const tell = (isOnline: boolean) => {
    tongue.put(notice, tongue.words(isOnline ? 'online' : 'offline'))
  }
  addEventListener('offline', () => tell(false))
  addEventListener('online', () => {
    tell(true)
    onReturn()
  })
  if (!navigator.onLine) tell(false)
}
