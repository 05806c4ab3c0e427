/** Helpers for payments that are confirmed elsewhere, for the shop, its shopper and a provider. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type HTMLElement, parse } from 'node-html-parser'

import type { Envelope, Transaction } from '@sluice/types'
import {
  type Currency,
  findCataloguedMethod,
  METHOD_CATALOGUE,
  PROVIDER_REDIRECT_TYPES,
} from '@sluice/types/vocabulary'
import { signMessage } from '@sluice/platform/crypto/standard-webhook'
import { prepareMasterKeyFile } from '@sluice/platform/secrets/master-key'
import { createSystemRandom, systemClock } from '@sluice/platform/system'

import { deriveCallbackSecret } from '../src/composition/select-providers.ts'
import type {
  UndoRequest,
  OrderAnswer,
  OrderRequest,
  Provider,
  ProviderCapabilities,
  ProviderOutcome,
} from '../src/transactions/execution/provider.ts'
import type { Answer, MerchantAtGateway } from './merchant-at-gateway.ts'
import { type Lookup, mapCalls } from '../src/transactions/execution/declarations.ts'
import { EVERY_CAPABILITY } from './make-provider.ts'
import { open, type Page } from './shopper.ts'
import type { TestGateway } from './test-gateway.ts'

export const RETURN_URLS = {
  return_url: 'https://shop.example/ok',
  error_url: 'https://shop.example/error',
  cancel_url: 'https://shop.example/cancel',
}

type Members = Readonly<Record<string, unknown>>

/** Returns a valid payment. */
export function paymentRequest(gateway: MerchantAtGateway, changes: Members = {}): Record<string, unknown> {
  return {
    terminal_id: gateway.ready.terminal_id,
    reference: gateway.nextReference(),
    description: 'Two apples',
    currency: 'EUR',
    amount: 1_050,
    method: 'OPEN_BANKING',
    country: 'DE',
    customer_ip: '203.0.113.7',
    ...RETURN_URLS,
    ...changes,
  }
}

export function upiRequest(gateway: MerchantAtGateway, changes: Members = {}): Record<string, unknown> {
  return paymentRequest(gateway, { method: 'UPI', country: 'IN', currency: 'INR', ...changes })
}

/** Returns a valid payout. */
export function payoutRequest(
  gateway: MerchantAtGateway,
  accountNumber: string,
  changes: Members = {},
): Record<string, unknown> {
  return {
    terminal_id: gateway.ready.terminal_id,
    reference: gateway.nextReference(),
    description: 'Winnings',
    currency: 'INR',
    amount: 50_000,
    beneficiary: {
      type: 'bank_account',
      data: { account_number: accountNumber, account_name: 'Asha Rao', ifsc: 'HDFC0001234' },
    },
    ...changes,
  }
}

/** The redirect methods that are offered; two schemes were closed. */
export const OPEN_REDIRECT_TYPES = PROVIDER_REDIRECT_TYPES.filter(
  (type) => METHOD_CATALOGUE[type].closed === null,
)

/** Returns a currency in which a method exists. */
function currencyOf(type: string): Currency {
  return findCataloguedMethod(type)?.currencies[0] ?? 'EUR'
}

/** Builds an authorize request for the local scheme or a provider's page. */
export function redirectRequest(
  gateway: MerchantAtGateway,
  type: string,
  changes: Members & { readonly blikCode?: string } = {},
): Record<string, unknown> {
  const { blikCode, ...others } = changes
  return {
    terminal_id: gateway.ready.terminal_id,
    reference: gateway.nextReference(),
    currency: currencyOf(type),
    amount: 1_050,
    transaction_type: 'PURCHASE',
    payment_method: {
      type,
      data: {
        email: 'jan@example.com',
        first_name: 'Jan',
        last_name: 'Nowak',
        ...(blikCode === undefined ? {} : { blik_code: blikCode }),
      },
    },
    return_url: gateway.returnUrl,
    ...others,
  }
}

/** Returns the id of the transaction in an envelope. */
export function idOf({ result, redirect, form_submit: form }: Envelope): string {
  const id = result?.id ?? (redirect ?? form)?.transaction_id
  if (id === undefined) throw new Error('the envelope names no transaction')
  return id
}

/** Presses a button of a provider's page, with the input in its form. */
export async function press(
  url: string,
  decision: string,
  typed: Readonly<Record<string, string>> = {},
): Promise<Page> {
  return pressOn(await proceed(await open(url, 'document')), decision, typed)
}

/** Follows the gateway's page of an order to the provider's page, by link or by form. */
async function proceed(page: Page): Promise<Page> {
  const document = parse(page.text)
  const link = document.querySelector('a[href*="/simulators/provider/"]')?.getAttribute('href')
  if (link && /\/orders\/[^/]+\/pay$/.test(page.url)) return open(link, 'document')
  const form = document.querySelector('form[action$="/form"]')
  return form ? postForm(form.getAttribute('action') ?? '', fieldsOf(form)) : page
}

/** Posts a form as a browser does, and returns the resulting page. */
async function postForm(url: string, fields: Readonly<Record<string, string>>): Promise<Page> {
  const { location } = await open(url, 'document', fields)
  return open(location ?? '', 'document')
}

/** Presses a button on a page that is already open. */
export async function pressOn(
  page: Page,
  decision: string,
  typed: Readonly<Record<string, string>> = {},
): Promise<Page> {
  const form = parse(page.text)
    .querySelectorAll('form')
    .find((candidate) => candidate.querySelector(`button[value="${decision}"]`))
  if (!form) throw new Error(`no button ${decision} on: ${page.text}`)
  const action = new URL(form.getAttribute('action') ?? page.url, page.url).href
  return comeBack(await open(action, 'document', { ...fieldsOf(form), ...typed, decision }))
}

function fieldsOf(form: HTMLElement): Record<string, string> {
  return Object.fromEntries(
    form
      .querySelectorAll('input')
      .map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? '']),
  )
}

/** Follows the browser through the gateway, which queries the provider before it redirects the browser to the shop. */
async function comeBack(page: Page): Promise<Page> {
  const { location } = page
  return location !== null && /^http:.*\/orders\/[^/]+\/return$/.test(location)
    ? open(location, 'document')
    : page
}

/** Returns the secret with which a provider of the gateway signs. */
export function callbackSecret(gateway: TestGateway, providerId: string): string {
  const file = prepareMasterKeyFile(gateway.dataDir, createSystemRandom(systemClock))
  const masterKey = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  return deriveCallbackSecret(masterKey, providerId)
}

export interface Report {
  /** The message id, the same if a report is repeated. */
  readonly messageId?: string
  readonly secret?: string
  readonly signedAtMs?: number
  readonly providerId?: string
  /** The amount as decimal text. */
  readonly amount?: string
  readonly members?: Members
}

const REPORTED_TYPE: Readonly<Partial<Record<Transaction['transaction_type'], string>>> = {
  PAYOUT: 'WITHDRAWAL',
  REFUND: 'REFUND',
}

/** Sends a report as the provider of a transaction does. */
export async function report(
  gateway: TestGateway,
  transaction: Transaction,
  status: string,
  changes: Report = {},
): Promise<Answer<{ errors?: { property: string; message: string }[] }>> {
  const { payment_provider_id, payment_provider_account_id } = transaction.processing_result
  const providerId = changes.providerId ?? payment_provider_id ?? ''
  const members = {
    accountReference: payment_provider_account_id,
    psTransactionId: 'ps-4711',
    transactionId: transaction.id,
    userId: 'user-1',
    currency: transaction.currency,
    status,
    type: REPORTED_TYPE[transaction.transaction_type] ?? 'DEPOSIT',
    ...changes.members,
  }
  const amount = changes.amount ?? (transaction.amount / 100).toFixed(2)
  const body = `${JSON.stringify(members).slice(0, -1)},"amount":${amount}}`
  const headers = signMessage(body, {
    id: changes.messageId ?? `msg_${randomUUID()}`,
    nowMs: changes.signedAtMs ?? Date.now(),
    secrets: [changes.secret ?? callbackSecret(gateway, providerId)],
  })
  return gateway.send('POST', `/api/providers/${providerId}/callback`, body, {
    ...headers,
    authorization: '',
  })
}

export const PROVIDER_OUTCOME: ProviderOutcome = {
  processingCode: '0000',
  providerResponseCode: '00',
  providerResponseMessage: 'Approved',
  approvalCode: 'A1B2C3',
  referenceNumber: '632512000001',
  systan: 1,
  retryable: false,
}

/** A provider that the test controls, instead of a simulated one. */
export class FakeProvider implements Provider {
  readonly id: string
  readonly started: OrderRequest[] = []
  readonly reversed: string[] = []
  answer: (request: OrderRequest) => Promise<OrderAnswer> = ({ transactionId }) =>
    Promise.resolve({ kind: 'redirect', url: `https://provider.example/${transactionId}` })
  /** The configured meaning of its reports. */
  reports: ProviderCapabilities['reports'] = 'HINT'
  lookup: Lookup = 'by-our-key'
  readonly authorize = () => Promise.reject(new Error('asked for orders only'))
  /** The outcome of canceling an order; by default an open order is canceled. */
  canceled: () => Promise<ProviderOutcome> = async () => {
    const found = (await this.found()) ?? PROVIDER_OUTCOME
    return found.processingCode === '1002' ? { ...found, processingCode: '1003' } : found
  }
  readonly fence = () => Promise.reject(new Error('keeps no fences'))
  found: () => Promise<ProviderOutcome | null> = () =>
    Promise.resolve({ ...PROVIDER_OUTCOME, processingCode: '1002' })
  takesReversals = true

  constructor(id: string) {
    this.id = id
  }

  get capabilities(): ProviderCapabilities {
    const calls = mapCalls((kind) => ({ ...EVERY_CAPABILITY.calls[kind], lookup: this.lookup }))
    return { ...EVERY_CAPABILITY, calls, reports: this.reports }
  }

  order(request: OrderRequest): Promise<OrderAnswer> {
    this.started.push(request)
    return this.answer(request)
  }

  cancelOrder(): Promise<ProviderOutcome> {
    return this.canceled()
  }

  findOutcome(): Promise<ProviderOutcome | null> {
    return this.found()
  }

  /** Refunds are decided later. */
  operate(): Promise<ProviderOutcome> {
    return Promise.resolve({ ...PROVIDER_OUTCOME, processingCode: '1002' })
  }

  undo({ original }: UndoRequest): Promise<ProviderOutcome> {
    this.reversed.push(original.key)
    return this.takesReversals ? Promise.resolve(PROVIDER_OUTCOME) : Promise.reject(new Error('not now'))
  }
}
