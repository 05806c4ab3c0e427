import type { CardBrand } from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'
import type { AgreementKey } from '@sluice/shared/p256'
import { memoizeKeys } from '@sluice/platform/crypto/remember-keys'

import { gatewayMerchantIdOf } from './gateway-merchant-id.ts'
import { RootsUnavailableError } from './keep-roots.ts'
import { type OpenedToken, openToken } from './open-token.ts'
import { WALLET_BRANDS } from './read-credential.ts'
import type { RootKey } from './root-keys.ts'

/** The data with which a page requests a token that the gateway can open. */
export interface WalletOffer {
  /** The address of the wallet's script. */
  readonly scriptUrl: string
  readonly environment: 'TEST' | 'PRODUCTION'
  /** The gateway's id at the wallet. */
  readonly gatewayId: string
  /** The wallet's id of the page's owner; null in its test environment. */
  readonly walletMerchantId: string | null
  readonly billingAddressRequired: boolean
}

/** The web wallet for payments. */
export interface GwalletPay {
  /** @returns the content of the token; `unavailable` if the wallet's keys cannot be fetched now. */
  open(token: string, merchantId: string): Promise<OpenedToken | WalletUnavailable>
  describe(): WalletOffer
}

export interface WalletUnavailable {
  readonly ok: false
  readonly reason: 'unavailable'
}

export interface GwalletPayOptions {
  readonly clock: Clock
  readonly readRoots: () => Promise<readonly RootKey[]>
  readonly recipientId: string
  readonly keys: readonly AgreementKey[]
  readonly acceptsEcV1: boolean
  readonly describe: () => WalletOffer
}

/** The size of the cache: the wallet signs with one key at a time, and changes it every few days. */
const INTERMEDIATE_KEYS_MAX = 16

export function createGwalletPay(options: GwalletPayOptions): GwalletPay {
  const { clock, readRoots, describe, ...rest } = options
  const opening = { ...rest, importKey: memoizeKeys(INTERMEDIATE_KEYS_MAX) }
  return {
    describe,
    async open(token, merchantId) {
      try {
        const roots = await readRoots()
        const gatewayMerchantId = gatewayMerchantIdOf(merchantId)
        return openToken(token, { ...opening, roots, gatewayMerchantId, nowMs: clock.now() })
      } catch (error) {
        if (error instanceof RootsUnavailableError) return { ok: false, reason: 'unavailable' }
        throw error
      }
    },
  }
}

/** Returns the brands that a terminal accepts through the wallet. */
export function walletBrandsOf(brands: ReadonlySet<CardBrand>): readonly CardBrand[] {
  return WALLET_BRANDS.filter((brand) => brands.has(brand))
}
