import type { EncryptionKey, SandboxCredentials } from '@sluice/types'
import type { Clock } from '@sluice/platform/kernel/clock'
import type { Random } from '@sluice/platform/kernel/random'

import type { FirstSteps } from './first-steps.ts'

/** The test card of the simulated banks that is approved without a challenge. */
const CARD = { number: '4242424242424242', cvv: '123', expirationMonth: '12', expirationYear: '2030' }

/** Every browser and every Node.js can seal with it natively. */
const ALGORITHM = 'HPKE-7'

/** The length of a reference's random part, so that two pages opened at once have different ones. */
const REFERENCE_BYTES = 6

/** The data of a typical browser, because the payment is sent without a real one. */
const BROWSER_INFO = {
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  accept_header: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  java_enabled: false,
  color_depth: 24,
  screen_height: 1080,
  screen_width: 1920,
  time_zone_offset: -60,
  language: 'en-GB',
}

const isForEverybody = (key: EncryptionKey): key is EncryptionKey & { readonly alg: typeof ALGORITHM } =>
  key.alg === ALGORITHM

/**
 * Returns the demo merchant's credentials and a payment, which is sealed when the page is opened and can be sent for
 * a day.
 */
export function createFirstSteps({
  clock,
  random,
  prepareDemo,
  issueTokenTo,
}: {
  readonly clock: Clock
  readonly random: Random
  readonly prepareDemo: () => Promise<SandboxCredentials>
  /** Returns null if the client is not allowed to have one. */
  readonly issueTokenTo: (clientId: string) => Promise<string | null>
}): () => Promise<FirstSteps | null> {
  return async () => {
    const demo = await prepareDemo()
    const key = demo.encryption_keys.keys.find(isForEverybody)
    const accessToken = await issueTokenTo(demo.client_id)
    if (key === undefined || accessToken === null) return null
    // Only this page seals fields, so other gateways do not load the code for it.
    const { sealCard } = await import('@sluice/card-encryption/encrypt')
    const issuedAtSeconds = Math.floor(clock.now() / 1_000)
    return {
      clientId: demo.client_id,
      clientSecret: demo.client_secret,
      clientKey: demo.client_key,
      accessToken,
      payment: {
        reference: `first-${Buffer.from(random.bytes(REFERENCE_BYTES)).toString('hex')}`,
        terminal_id: demo.terminal_id,
        description: 'A first payment',
        currency: 'EUR',
        amount: 10_000,
        transaction_type: 'PURCHASE',
        payment_method: { type: 'card', data: await sealCard({ key, issuedAtSeconds, card: CARD }) },
        browser_info: BROWSER_INFO,
        metadata: { simulated_flow: 'NO_METHOD_FRICTIONLESS' },
      },
    }
  }
}
