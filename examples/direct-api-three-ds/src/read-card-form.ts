import type { Card, ClientSideBrowserInfo } from '@sluice/server-sdk'
import type { FlowSettings } from '@sluice/server-sdk/three-ds'

/** The place of the bank's page, and the receiver of its result. */
export const WAYS = {
  frame: { place: 'frame', receiver: 'gateway' },
  page: { place: 'page', receiver: 'gateway' },
  merchant: { place: 'frame', receiver: 'merchant' },
} as const satisfies Readonly<Record<string, FlowSettings>>

export type Way = keyof typeof WAYS

/** The card form as it was posted. It lives as long as the request, and is never logged. */
export interface CardForm {
  readonly card: Card
  readonly way: Way
  readonly browser: ClientSideBrowserInfo
}

/** Reads the form; whether the card is one, `encryptCard` says. */
export function readCardForm(form: URLSearchParams): CardForm {
  const [, month = '', year = ''] =
    /^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(form.get('expiry') ?? '') ?? []
  const way = form.get('way') ?? ''
  return {
    card: {
      number: (form.get('number') ?? '').replaceAll(/[\s-]/g, ''),
      cvv: (form.get('cvv') ?? '').trim(),
      expirationMonth: month.replace(/^0/, ''),
      expirationYear: year,
    },
    way: isWay(way) ? way : 'frame',
    browser: {
      color_depth: readNumber(form, 'color_depth', 24),
      screen_height: readNumber(form, 'screen_height', 0),
      screen_width: readNumber(form, 'screen_width', 0),
      time_zone_offset: readNumber(form, 'time_zone_offset', 0),
    },
  }
}

/** Returns the number, or the fallback if the page's script did not run. */
function readNumber(form: URLSearchParams, name: string, fallback: number): number {
  const text = form.get(name) ?? ''
  return /^-?\d{1,6}$/.test(text) ? Number(text) : fallback
}

function isWay(text: string): text is Way {
  return Object.hasOwn(WAYS, text)
}
