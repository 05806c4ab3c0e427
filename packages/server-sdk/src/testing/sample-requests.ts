import type { AuthorizeCardRequest, BrowserInfo, SessionRequest } from '@sluice/types'
import type { SealedCard } from '@sluice/card-encryption/encrypt'
import { type KnownOptions, refuseUnknownOptions } from '../refuse-unknown-options.ts'

/** A browser as it describes itself, for `browser_info`. */
export const SAMPLE_BROWSER: BrowserInfo = {
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  accept_header: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  java_enabled: false,
  color_depth: 24,
  screen_height: 1080,
  screen_width: 1920,
  time_zone_offset: -60,
  language: 'en-GB',
}

/** The members that differ between orders. */
export interface SampleOrder {
  /** The terminal of the credentials: `credentials.terminal_id`. */
  readonly terminal_id: string
  /** Unique for the terminal, at most 40 characters. */
  readonly reference: string
}

const SAMPLE_ORDER: KnownOptions<SampleOrder> = { terminal_id: true, reference: true }

/**
 * Returns a complete and valid session of €18.50; change the members that your test is about.
 *
 * @throws When the order has another member, such as `amount`: change that in the returned session. {@link
 * ConfigurationError}
 */
export function sampleSession(order: SampleOrder): SessionRequest {
  return { ...purchase(order), description: 'Harbour mug', return_url: 'https://shop.example/return' }
}

/**
 * Returns an authorize request of €18.50 with a card that `client.encryptCard` sealed.
 *
 * @throws When the order has another member. {@link ConfigurationError}
 */
export function sampleAuthorize(order: SampleOrder, data: SealedCard): AuthorizeCardRequest {
  return { ...purchase(order), payment_method: { type: 'card', data }, browser_info: SAMPLE_BROWSER }
}

function purchase(order: SampleOrder) {
  refuseUnknownOptions(order, SAMPLE_ORDER, 'order')
  const { terminal_id, reference } = order
  return { terminal_id, reference, currency: 'EUR', amount: 1850, transaction_type: 'PURCHASE' } as const
}
