import {
  CARD_BRANDS,
  CARD_METHOD_TYPES,
  type GrantableRole,
  RESULT_METHOD_TYPES,
  TERMINAL_FEATURES,
  type TerminalFeature,
} from '@sluice/types/vocabulary'
import type { Random } from '@sluice/platform/kernel/random'

import { makeClientKey, makeTerminalId } from './identifiers.ts'
import type { MerchantStore } from './merchant.store.ts'
import type { InstallmentPlan, Terminal } from './merchant.ts'
import type { RiskSettings } from '../risk/index.ts'

/** The sandbox that the first start creates. */
export const DEMO_SANDBOX = 'demo'

/** The default permissions of a sandbox's clients. */
export const SANDBOX_ROLES: readonly GrantableRole[] = [
  'merchant',
  'transactions:payout',
  'transactions:merchant-initiated',
]

/** The provider accounts of a new sandbox's terminals. */
export interface SandboxAccounts extends Pick<Terminal, 'routing' | 'alternativeAccounts'> {
  /** The accounts of providers that authenticate shoppers themselves; absent if there are none. */
  readonly authenticating?: Terminal['routing']
}

/** A kind of terminal in a sandbox, with its purpose and the features that it lacks. */
interface TerminalKind {
  readonly note: string
  readonly lacks: readonly TerminalFeature[]
  readonly status: Terminal['status']
  /** Whether its payments use providers that authenticate shoppers themselves. */
  readonly isAuthenticatedByProvider?: true
}

/** The first is for general use; the others demonstrate what a terminal may refuse. */
const TERMINAL_KINDS: readonly TerminalKind[] = [
  { note: 'every feature', lacks: [], status: 'ACTIVE' },
  { note: 'no tokenization', lacks: ['TOKENIZATION'], status: 'ACTIVE' },
  { note: 'no payments and no payouts', lacks: ['TRX_TYPE_PAYMENT', 'TRX_TYPE_PAYOUT'], status: 'ACTIVE' },
  { note: 'inactive', lacks: [], status: 'INACTIVE' },
  {
    note: 'no optional features',
    lacks: [
      'FALLBACK_ROUTING',
      'PARTIAL_APPROVALS',
      'CHALLENGE_PREFERENCE',
      'SCA_EXEMPTIONS',
      'TRX_TYPE_VERIFY',
      'TRX_TYPE_INCREMENT',
      'TRX_TYPE_EXTEND',
    ],
    status: 'ACTIVE',
  },
  {
    note: 'the acquirer authenticates the shopper',
    lacks: [],
    status: 'ACTIVE',
    isAuthenticatedByProvider: true,
  },
]

const INSTALLMENTS: InstallmentPlan = {
  currency: 'EUR',
  methods: CARD_METHOD_TYPES,
  brands: ['VISA', 'MASTERCARD'],
  minCount: 2,
  maxCount: 12,
  minAmountMinor: 1_000,
}

/** Returns the note of a sandbox terminal, by its place in {@link MerchantStore.listTerminals}. */
export function noteOfTerminal(place: number): string {
  return TERMINAL_KINDS[place]?.note ?? ''
}

export interface SandboxOptions {
  /** The name, unique among sandboxes. */
  readonly sandboxId: string
  /** The merchant whose users create it at the portal. */
  readonly madeBy?: string | null
  readonly name: string
  /** The origins that may use its client key; `'*'` for all. */
  readonly origins: readonly string[] | '*'
  /** The number of further providers after a decline. */
  readonly maxRetries: number
  readonly accounts: SandboxAccounts
  /** The limits and lists for its payments. */
  readonly risk?: RiskSettings
  readonly random: Random
}

/**
 * Creates a complete test merchant once, even if several processes request it repeatedly: terminals, a client key,
 * encryption keys in both forms. Returns the merchant's id.
 */
export async function provisionSandbox(merchants: MerchantStore, options: SandboxOptions): Promise<string> {
  const known = await merchants.findSandbox(options.sandboxId)
  return known?.id ?? addSandbox(merchants, options)
}

async function addSandbox(merchants: MerchantStore, options: SandboxOptions): Promise<string> {
  const { sandboxId, name, origins, random } = options
  const id = random.uuid()
  const clientKey = { clientKey: makeClientKey('test', random), origins }
  const isAdded = await merchants.addMerchant({
    id,
    sandboxId,
    madeBy: options.madeBy ?? null,
    name,
    clientKey,
    terminals: makeTerminals(options),
    risk: options.risk ?? null,
  })
  const owner = isAdded ? id : (await merchants.findSandbox(sandboxId))?.id
  if (owner === undefined) throw new Error(`The sandbox ${sandboxId} was removed while it was being created`)
  return owner
}

/** Terminals are listed by their ids, so ascending ids keep the order of their kinds. */
function makeTerminals({ maxRetries, accounts, random }: SandboxOptions): Omit<Terminal, 'merchantId'>[] {
  const ids = TERMINAL_KINDS.map(() => makeTerminalId(random)).sort()
  const { routing, alternativeAccounts, authenticating = [] } = accounts
  return TERMINAL_KINDS.map(({ lacks, status, isAuthenticatedByProvider = false }, place) => ({
    id: ids[place] ?? '',
    status,
    features: new Set(TERMINAL_FEATURES.filter((feature) => !lacks.includes(feature))),
    brands: new Set(CARD_BRANDS),
    methods: new Set(RESULT_METHOD_TYPES),
    methodSettings: new Map(),
    routing: isAuthenticatedByProvider ? authenticating : routing,
    alternativeAccounts,
    maxRetries,
    onUnavailable: 'DECLINE',
    threeDsServer: null,
    origins: [],
    installments: lacks.includes('FALLBACK_ROUTING') ? [] : [INSTALLMENTS],
    business: null,
    risk: null,
  }))
}
