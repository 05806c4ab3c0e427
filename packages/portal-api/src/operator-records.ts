import type { ProviderAccount, ProviderEvent, ProviderEventList } from '@sluice/types'
import type { UnappliedEventState } from '@sluice/types/vocabulary'

import type { PortalUsers } from './portal-users.ts'

/** A merchant as its operator sees it, without its payments. */
export interface OverseenMerchant {
  readonly id: string
  readonly name: string
  /** ACTIVE | INACTIVE */
  readonly status: string
  readonly sandboxId: string | null
  readonly managedBy: 'FILE' | 'PORTAL'
  readonly terminals: number
  /** Epoch milliseconds. */
  readonly createdAtMs: number
}

/** A merchant's activity in the last 30 days. */
export interface MerchantCounts {
  readonly payments: number
  readonly approved: number
  /** Requests that failed in the last seven days. */
  readonly failedRequests: number
}

export interface OverseenMerchants {
  list(page: {
    readonly afterId: string | null
    readonly limit: number
  }): Promise<readonly OverseenMerchant[]>
  find(merchantId: string): Promise<OverseenMerchant | null>
  count(merchantId: string): Promise<MerchantCounts>
}

/** An execution of money that waits for a person's decision. */
export interface UndecidedPayment {
  readonly merchantId: string
  readonly merchantName: string | null
  readonly transactionId: string
  readonly transactionType: string
  /** Minor units. */
  readonly amountMinor: number
  readonly currency: string
  readonly reference: string
  readonly parentId: string | null
  readonly providerId: string
  readonly providerAccountId: string
  /** The id under which the provider has the call. */
  readonly attemptId: string
  readonly lastAnswer: string | null
  readonly calledAtMs: number
  readonly undecidedSinceMs: number
}

export interface PaymentDecision {
  readonly merchantId: string
  readonly transactionId: string
  readonly outcome: 'APPROVED' | 'DECLINED'
  readonly reason: string
  /** The provider's reference, as found there; null if the operator gave none. */
  readonly providerReference: string | null
}

/** The outcome of a manual resolution. */
export type DecidedPayment =
  | {
      readonly kind: 'decided'
      readonly transaction: {
        readonly id: string
        readonly status: string
        readonly processingCode: string | null
      }
    }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'not_needed' }
  /** An approval is impossible, because the provider was requested to undo the payment. */
  | { readonly kind: 'undone' }
  /** The reference cannot be one of the provider's payments. */
  | { readonly kind: 'foreign_reference' }

export interface UndecidedPayments {
  list(): Promise<readonly UndecidedPayment[]>
  decide(decision: PaymentDecision): Promise<DecidedPayment>
  /** Queries the provider again. */
  ask(
    merchantId: string,
    transactionId: string,
  ): Promise<{ readonly kind: 'asked' | 'unknown' | 'not_needed' }>
}

/** One provider account, and what waits for its answers. */
export interface OverseenProvider {
  readonly id: string
  /** The result of the latest query: what is missing, in sentences; null for a provider without such a query. */
  readonly problems: readonly string[] | null
  readonly accounts: readonly {
    readonly id: string
    /** The number of calls by state. */
    readonly open: Readonly<Record<string, number>>
    readonly nextAtMs: number | null
  }[]
}

/** A task that runs without a request, as this process knows it. */
export interface OverseenTask {
  readonly name: string
  readonly lastRunAtMs: number
  /** The number of consecutive failures; 0 after a successful run. */
  readonly failures: number
  /** Whether its next run is overdue. */
  readonly isLate: boolean
}

/** The result of the latest check of a safeguard. */
export interface SafeguardRun {
  readonly safeguard: string
  readonly checkedAtMs: number
  /** Sentences without card data; a hundred at most. */
  readonly problems: readonly string[]
}

/** Identifies a provider account. */
interface AccountName {
  readonly providerId: string
  readonly accountId: string
}

/** Lists, pauses and resumes provider accounts. */
export interface OverseenProviderAccounts {
  list(): Promise<readonly ProviderAccount[]>
  /** Returns null for an unknown account. */
  pause(account: AccountName, reason: string): Promise<ProviderAccount | null>
  resume(account: AccountName, reason: string): Promise<ProviderAccount | null>
}

/** Identifies an event of a provider. */
interface EventName extends AccountName {
  readonly id: string
}

/** Lists the events of providers that were not applied, and has broken ones applied again. */
export interface OverseenProviderEvents {
  list(state: UnappliedEventState): Promise<ProviderEventList>
  /** The payload; null unless the event is broken and its payload is stored. */
  retry(event: EventName, reason: string): Promise<ProviderEvent | null>
}

/** A connector that the configuration uses. */
export interface OverseenConnector {
  /** The provider or the 3-D Secure server, as the configuration calls it. */
  readonly id: string
  /** `stripe` */
  readonly type: string
  /** `Stripe` */
  readonly title: string
  /** The published contract that it was built from; null where EMV's specification is the contract. */
  readonly contract: string | null
  /** EXTERNAL | PROVIDER */
  readonly authentication: readonly string[]
  /** The operations after an approval: CAPTURE | REFUND | VOID | … */
  readonly operations: readonly string[]
  /** AUTHORITATIVE | HINT | NONE */
  readonly events: string
  /** The methods that the configuration offers. */
  readonly methods: readonly string[]
  readonly accounts: readonly {
    readonly id: string
    /** EXTERNAL | PROVIDER */
    readonly authentication: string
    /** CLOSED | OPEN | PAUSED */
    readonly state: string
    /** The time of the last response to this process; null before the first. */
    readonly lastAnsweredAtMs: number | null
    /** The time of the latest event; null if none is stored. */
    readonly lastEventAtMs: number | null
  }[]
}

export interface OverseenService {
  providers(): Promise<readonly OverseenProvider[]>
  connectors(): Promise<readonly OverseenConnector[]>
  /** The state in this process. */
  tasks(): readonly OverseenTask[]
  safeguards(): Promise<readonly SafeguardRun[]>
}

export type OwnerInvitations = Pick<PortalUsers, 'list' | 'invite'>
