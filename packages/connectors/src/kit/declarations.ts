import type { Currency, ManageType } from '@sluice/types/vocabulary'

type CallKind = 'authorization' | 'order' | 'payout' | 'capture' | 'refund' | 'void' | 'increment' | 'extend'

/** The provider's behaviour for one kind of call, as operators write it in a configuration file. */
export interface CallDeclarationDocument {
  readonly idempotency?: {
    /** How long the provider keeps a key: `24h`, `7d`. */
    readonly window: string
    /** Whether a key whose request failed with an error fails again. */
    readonly replays_errors: boolean
    readonly max_key: number
  }
  readonly lookup?: 'by-our-key' | 'by-their-id' | 'by-repeat' | 'events-only'
  readonly fence?: 'native' | 'cancel-prepared' | 'none'
  readonly undo?: 'by-our-key' | 'by-their-id' | 'none'
  readonly asynchronous?: boolean
  readonly deadlines?: { readonly unknown?: string; readonly pending?: string }
}

/** The limits of amounts in one currency. */
export interface AmountsDocument {
  readonly min?: number
  readonly max?: number
  /** The limits in minor units of ISO 4217: other amounts are refused before the call. */
  readonly multiple_of?: number
}

/** The capabilities of a provider: the same members that operators declare for a provider process. */
export interface DeclarationsDocument {
  readonly operations: {
    readonly capture?: { readonly several: boolean; readonly partly: boolean }
    readonly refund?: { readonly several: boolean; readonly partly: boolean; readonly of_captures: boolean }
    readonly void?: readonly ('authorization' | 'rest' | 'taken')[]
    /** The numbers of installments in which cards are charged, by currency. */
    readonly installments?: Readonly<Partial<Record<Currency, readonly number[]>>>
  }
  readonly calls: Readonly<Partial<Record<CallKind, CallDeclarationDocument>>>
  readonly deadlines?: { readonly capture?: string; readonly refund?: string; readonly void?: string }
  readonly requires?: readonly {
    readonly members: readonly string[]
    readonly methods?: readonly string[]
    readonly countries?: readonly string[]
  }[]
  readonly amounts?: Readonly<Partial<Record<Currency, AmountsDocument>>>
}

/** A payment method of a connector, and where it works. */
export interface MethodDeclaration {
  /** `card`, `partner-blik`, `payment_upi`, `provider-redirect-ali`. */
  readonly type: string
  /** The provider's own name of the method. */
  readonly theirName: string
  /** The currencies in ISO 4217. `all`: those of the provider's exponent table. */
  readonly currencies: readonly Currency[] | 'all'
  /** The countries of the shoppers, as ISO 3166-1 alpha-2 codes; `all` if the provider does not restrict them. */
  readonly countries: readonly string[] | 'all'
  readonly refunds: 'full and partial' | 'full' | 'none'
  /** Whether money can be held and captured later. */
  readonly holds: boolean
}

/**
 * The declarations of a connector to a payment provider. They are part of its code, so that neither a response nor
 * a configuration can extend them.
 */
export interface ProviderDeclarations {
  readonly methods: readonly MethodDeclaration[]
  /**
   * The parties that may authenticate cardholders: a 3-D Secure server (`EXTERNAL`), the provider. Empty without cards.
   */
  readonly authentication: readonly ('EXTERNAL' | 'PROVIDER')[]
  /** The operations that are possible after an approval. */
  readonly manages: readonly ManageType[]
  readonly declarations: DeclarationsDocument
  /** Whether a verified event settles a payment by itself, or makes the gateway query its status. */
  readonly events: 'AUTHORITATIVE' | 'HINT' | 'NONE'
}
