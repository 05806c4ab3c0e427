import type { CardBrand } from '@sluice/types/vocabulary'

import type { Business } from '../merchants/index.ts'
import type { AccountRegistration } from '../three-ds/index.ts'

/** A business, as written in the configuration file. */
export type BusinessDocument = { readonly [Member in keyof Business]?: string | undefined }

/** An acquirer, as written in the configuration file. */
interface AcquirerDocument {
  readonly bin: string
  readonly merchant_id: string
  readonly requestor_id?: string | undefined
  readonly requestor_name?: string | undefined
  readonly requestor_url?: string | undefined
}

/** The 3-D Secure data of an account in the configuration file. */
export interface RegistrationDocument {
  readonly acquirers: { readonly [Brand in CardBrand | 'default']?: AcquirerDocument | undefined }
  readonly three_ds_server?: string | undefined
  readonly business?: BusinessDocument | undefined
}

export function toRegistration(document: RegistrationDocument): AccountRegistration {
  const { acquirers, business } = document
  const entries = Object.entries(acquirers).flatMap(([brand, acquirer]) =>
    acquirer === undefined
      ? []
      : [
          [
            brand,
            {
              bin: acquirer.bin,
              merchantId: acquirer.merchant_id,
              requestorId: acquirer.requestor_id ?? null,
              requestorName: acquirer.requestor_name ?? null,
              requestorUrl: acquirer.requestor_url ?? null,
            },
          ] as const,
        ],
  )
  return {
    acquirers: Object.fromEntries(entries),
    threeDsServer: document.three_ds_server ?? null,
    business: toBusiness(business),
  }
}

export function toBusiness(member: BusinessDocument | undefined): Business | null {
  if (member === undefined) return null
  const { name = null, country = null, mcc = null, url = null } = member
  return { name, country, mcc, url }
}

/** Returns the known members, as written in the file. */
export function toBusinessDocument(business: Business): BusinessDocument {
  return Object.fromEntries(Object.entries(business).filter(([, value]) => value !== null))
}
