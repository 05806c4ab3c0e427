import { findElement } from '../../page/find-element.ts'
import type { Localizer } from '../../page/localizer.ts'
import {
  endingReason,
  endingSign,
  endingTitle,
  endingTone,
  isVerified,
  mayRetry,
  type ShownStatus,
} from './ending.ts'

/** Long enough to see that it went well; the shop says so again. */
const APPROVED_SECONDS = 3
/** Long enough to read the reason twice; the shopper may stay longer. */
const OTHERWISE_SECONDS = 20

/** Shows how the payment ended and returns to the shop automatically, unless the shopper wants to stay. */
export function showResult(
  localizer: Localizer,
  {
    status,
    processingCode,
    amount,
    onLeave,
  }: {
    readonly status: ShownStatus
    readonly processingCode: string | null
    readonly amount: number
    readonly onLeave: () => void
  },
): void {
  const result = findElement('#result')
  const title = findElement('#result-title')
  result.dataset['tone'] = endingTone(status)
  result.dataset['sign'] = endingSign(status)
  result.hidden = false
  localizer.put(title, localizer.words(endingTitle(status, amount)))
  localizer.put(
    findElement('#result-reason'),
    isVerified(status, amount) ? null : (language) => endingReason(status, processingCode, language),
  )
  const mayTryAgain = status === 'DECLINED' && mayRetry(processingCode)
  // A payment link may lead to no shop.
  const hasShop = document.querySelector('#going-back') !== null
  const words = localizer.words(hasShop ? 'tryAgain' : 'tryAgainByLink')
  localizer.put(findElement('#try-again'), mayTryAgain ? words : null)
  title.focus()
  if (hasShop) goBackSoon(localizer, status === 'APPROVED' ? APPROVED_SECONDS : OTHERWISE_SECONDS, onLeave)
}

function goBackSoon(localizer: Localizer, seconds: number, onLeave: () => void): void {
  const text = findElement('#seconds-left')
  const stay = findElement<HTMLButtonElement>('#stay')
  let left = seconds
  const tell = () => localizer.put(text, localizer.words('goingBack', { seconds: left }))
  const timer = setInterval(() => {
    left -= 1
    if (left > 0) return tell()
    clearInterval(timer)
    onLeave()
  }, 1_000)
  stay.addEventListener('click', () => {
    clearInterval(timer)
    stay.hidden = true
    localizer.put(text, null)
    // The button that had the focus is gone.
    document.querySelector<HTMLElement>('[data-leave]')?.focus()
  })
  tell()
  findElement('#going-back').hidden = false
}
