import type { Locale, TransStatus } from '@sluice/types/vocabulary'

import { html } from '@sluice/shared/html'
import type { RoundResult } from '../challenge-records.ts'
import type { RenderedPage } from '../../pages/page.ts'
import { renderBankPage } from './bank-page.ts'
import { hiddenFields, RETURN_TARGETS } from '../../pages/form-parts.ts'
import { MESSAGE_ICONS } from '../../pages/icons.ts'
import { type Ending, BANK_TEXTS } from '@sluice/texts/simulated-bank'

/** Submits the return form as soon as the page has loaded. Without scripts, the shopper presses the button. */
const SEND_AT_ONCE = "document.getElementById('return').submit()"

const ENDING_BY_TRANS_STATUS: Readonly<Partial<Record<TransStatus, Ending>>> = {
  Y: 'confirmed',
  A: 'confirmed',
  N: 'refused',
  R: 'refused',
  U: 'unavailable',
  C: 'more',
}

const ICON_BY_ENDING: Readonly<Record<Ending, keyof typeof MESSAGE_ICONS>> = {
  confirmed: 'confirmed',
  refused: 'refused',
  locked: 'refused',
  failed: 'refused',
  unavailable: 'neutral',
  more: 'neutral',
  canceled: 'neutral',
}

/** Renders the end of a round and takes the browser back with the CRes. */
export function renderReturnPage(page: {
  readonly locale: Locale
  readonly result: RoundResult
  readonly notificationUrl: string
  /** The CRes, in the variant that this bank posts. */
  readonly cres: string
  readonly threeDSSessionData: string | null
}): RenderedPage {
  const texts = BANK_TEXTS[page.locale]
  const ending = endingOf(page.result)
  return renderBankPage({
    locale: page.locale,
    title: texts.endings[ending],
    mainClass: 'ending',
    main: html`${MESSAGE_ICONS[ICON_BY_ENDING[ending]]}
      <h1>${texts.endings[ending]}</h1>
      <p class="soft" role="status">${texts.returning}</p>
      <form id="return" method="post" action="${page.notificationUrl}">
        ${hiddenFields({ cres: page.cres, threeDSSessionData: page.threeDSSessionData })}
        <button class="primary">${texts.proceed}</button>
      </form>`,
    script: SEND_AT_ONCE,
    formAction: `${new URL(page.notificationUrl).origin} ${RETURN_TARGETS}`,
  })
}

function endingOf(result: RoundResult): Ending {
  if (result.kind === 'error') return 'failed'
  if (result.challengeCancel !== null) return 'canceled'
  if (result.transStatusReason === '19') return 'locked'
  return ENDING_BY_TRANS_STATUS[result.transStatus] ?? 'unavailable'
}
