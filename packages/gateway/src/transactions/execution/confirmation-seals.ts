import type { Sealer } from '@sluice/platform/secrets/sealer'

import type { AttemptKey } from './bound-provider.ts'
import type { AuthenticationStep, ShopperResult } from './provider.ts'

/** A page of a provider that the shopper's browser opens. */
export type ShopperPage = Pick<Extract<AuthenticationStep, { readonly kind: 'page' }>, 'url' | 'fields'>

/** Returns the sealing purpose of the browser's result, so that it can be opened only in the row of its own attempt. */
export function shopperResultPurpose({ merchantId, id }: AttemptKey): string {
  return `brought result/${merchantId}/${id}`
}

/** Returns the sealing purpose of the page that a provider asked the shopper to open. */
export function shopperPagePurpose({ merchantId, id }: AttemptKey): string {
  return `shopper page/${merchantId}/${id}`
}

/** Seals the state of a provider's step with the master key until the provider has responded. */
export interface ConfirmationSeals {
  sealResult(attempt: AttemptKey, brought: ShopperResult): Buffer
  openResult(attempt: AttemptKey, sealed: Buffer): ShopperResult
  sealPage(attempt: AttemptKey, page: ShopperPage): Buffer
  openPage(attempt: AttemptKey, sealed: Buffer): ShopperPage
}

export function createConfirmationSeals(sealer: Pick<Sealer, 'open' | 'seal'>): ConfirmationSeals {
  const seal = (purpose: string, value: unknown) =>
    sealer.seal(purpose, Buffer.from(JSON.stringify(value), 'utf8'))
  const open = (purpose: string, sealed: Buffer): unknown =>
    JSON.parse(sealer.open(purpose, sealed).toString('utf8'))
  return {
    sealResult: (attempt, brought) => seal(shopperResultPurpose(attempt), brought),
    openResult: (attempt, sealed) => open(shopperResultPurpose(attempt), sealed) as ShopperResult,
    sealPage: (attempt, { url, fields }) => seal(shopperPagePurpose(attempt), { url, fields }),
    openPage: (attempt, sealed) => open(shopperPagePurpose(attempt), sealed) as ShopperPage,
  }
}
