import type { Locale, ProcessingCode } from '@sluice/types/vocabulary'

import { html } from '@sluice/shared/html'
import { MESSAGE_ICONS } from '../../pages/icons.ts'
import type { RenderedPage } from '../../pages/page.ts'
import { renderProviderFrame } from './provider-frame.ts'
import type { Ending } from '@sluice/texts/simulated-provider'
import { PROVIDER_TEXTS } from '@sluice/texts/simulated-provider'

const ENDING_BY_CODE: Readonly<Partial<Record<ProcessingCode, Ending>>> = {
  '0000': 'approved',
  '1002': 'pending',
  '1003': 'canceled',
  '1005': 'expired',
}

const ICON_BY_ENDING: Readonly<Record<Ending, keyof typeof MESSAGE_ICONS>> = {
  approved: 'confirmed',
  declined: 'refused',
  canceled: 'neutral',
  expired: 'waiting',
  pending: 'waiting',
}

/** Renders how an order ended, for a later visitor. */
export function renderFinishedPage(page: {
  readonly locale: Locale
  readonly code: ProcessingCode
  readonly returnUrl: string | null
}): RenderedPage {
  const texts = PROVIDER_TEXTS[page.locale]
  const ending = ENDING_BY_CODE[page.code] ?? 'declined'
  return renderProviderFrame({
    locale: page.locale,
    title: texts.endings[ending],
    mainClass: 'ending',
    main: html`${MESSAGE_ICONS[ICON_BY_ENDING[ending]]}
      <h1>${texts.endings[ending]}</h1>
      <p class="soft">${texts.finishedText} ${page.returnUrl === null && texts.finishedAlone}</p>
      ${page.returnUrl !== null && html`<a class="primary" href="${page.returnUrl}">${texts.backToShop}</a>`}`,
  })
}

/** Renders the page for an unknown payment, and for forms from elsewhere. */
export function renderUnknownPage(locale: Locale): RenderedPage {
  const { unknownTitle, unknownText } = PROVIDER_TEXTS[locale]
  return renderProviderFrame({
    locale,
    title: unknownTitle,
    mainClass: 'ending',
    main: html`${MESSAGE_ICONS.refused}
      <h1>${unknownTitle}</h1>
      <p class="soft">${unknownText}</p>`,
  })
}
