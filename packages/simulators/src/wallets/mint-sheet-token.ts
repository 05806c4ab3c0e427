import { awalletTokenRequest, gwalletTokenRequest } from '@sluice/types'

import type { SimulatedAwallet } from './simulated-awallet.ts'
import type { SimulatedGwallet } from './simulated-gwallet.ts'
import { EXPIRATION, WALLET_CARDS } from './wallet-cards.ts'

export interface Wallets {
  readonly gwallet: Pick<SimulatedGwallet, 'makeToken'>
  readonly awallet: Pick<SimulatedAwallet, 'makeToken'>
}

/**
 * Makes the token that the sheet passes to its page, as JSON text like that of wallets. It accepts only the cards
 * that the sheet shows because, unlike the endpoints for tests, the sheet is open to every browser.
 *
 * @param form - what the sheet was left with; `merchant` is the one that the wallet pays.
 * @returns null when the sheet would not have asked so.
 */
export async function mintSheetToken(
  { gwallet, awallet }: Wallets,
  form: URLSearchParams,
): Promise<string | null> {
  const shown = WALLET_CARDS.find(({ pan }) => pan === form.get('pan'))
  if (!shown) return null
  const card = { ...EXPIRATION, pan: shown.pan }
  if (form.get('wallet') === 'gwallet-pay') {
    const request = { ...card, auth_method: shown.authMethod, gateway_merchant_id: form.get('merchant') }
    const read = gwalletTokenRequest.safeParse(request)
    if (!read.success || read.data.gateway_merchant_id === undefined) return null
    return decodeBase64(gwallet.makeToken(read.data, read.data.gateway_merchant_id))
  }
  const read = awalletTokenRequest.safeParse({
    ...card,
    merchant_identifier: form.get('merchant'),
    amount: Number(form.get('amount')),
    currency: form.get('currency'),
  })
  return read.success ? JSON.stringify(await awallet.makeToken(read.data)) : null
}

function decodeBase64(text: string): string {
  return Buffer.from(text, 'base64').toString()
}
