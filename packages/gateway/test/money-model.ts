/**
 * What captures, refunds and voids may do, said once more and in another way: no totals that are kept up to date, but a
 * list of everything that was asked, added up on demand.
 */
import type { ManageType } from '@sluice/types/vocabulary'

const DAY_MS = 86_400_000

export interface ModelEntry {
  readonly id: string
  readonly type: 'AUTHORIZE' | 'PURCHASE' | ManageType
  readonly parent: ModelEntry | null
  readonly amount: number
  readonly isFinal: boolean
  state: 'PENDING' | 'APPROVED' | 'REFUSED'
  approvedAtMs: number
}

export interface ModelWish {
  readonly type: ManageType
  readonly parent: ModelEntry
  readonly amount: number
  readonly isFinal: boolean
}

export type ModelAnswer = 'accepted' | 'refused' | 'invalid'

/** Everything that happened to one payment. */
export class MoneyModel {
  readonly root: ModelEntry
  readonly entries: ModelEntry[] = []

  constructor(root: ModelEntry) {
    this.root = root
  }

  /** What stands of a parent's operations of a type: refused ones never happened. */
  #children(parent: ModelEntry, type: ManageType): readonly ModelEntry[] {
    return this.entries.filter(
      (entry) => entry.parent === parent && entry.type === type && entry.state !== 'REFUSED',
    )
  }

  get captures(): readonly ModelEntry[] {
    return this.#children(this.root, 'CAPTURE')
  }

  get open(): number {
    if (this.root.type !== 'AUTHORIZE' || this.captures.some(({ isFinal }) => isFinal)) return 0
    return this.root.amount - total(this.captures) - total(this.#children(this.root, 'VOID'))
  }

  get expiresAtMs(): number {
    return this.root.approvedAtMs + 7 * DAY_MS
  }

  answer({ type, parent, amount }: ModelWish, nowMs: number): ModelAnswer {
    const limit = this.#limit(type, parent, nowMs)
    if (type === 'VOID' && limit !== null) return amount === limit ? 'accepted' : 'refused'
    if (amount > (limit ?? parent.amount)) return 'refused'
    return limit === null ? 'invalid' : 'accepted'
  }

  #limit(type: ManageType, parent: ModelEntry, nowMs: number): number | null {
    if (parent.state !== 'APPROVED') return null
    if (parent.type === 'AUTHORIZE') {
      if (type === 'REFUND' || this.open === 0) return null
      return type === 'CAPTURE' && nowMs >= this.expiresAtMs ? null : this.open
    }
    if (type === 'CAPTURE' || this.#children(parent, 'VOID').length > 0) return null
    const refunds = this.#children(parent, 'REFUND')
    if (type === 'REFUND') {
      return nowMs < parent.approvedAtMs + 365 * DAY_MS ? parent.amount - total(refunds) : null
    }
    return nowMs < nextSettlement(parent.approvedAtMs) && refunds.length === 0 ? parent.amount : null
  }

  begin(id: string, wish: ModelWish): ModelEntry {
    const entry: ModelEntry = { ...wish, id, state: 'PENDING', approvedAtMs: 0 }
    this.entries.push(entry)
    return entry
  }

  /** The totals of an approved transaction, as the status endpoint names them. */
  totals(entry: ModelEntry) {
    const isRoot = entry === this.root
    const below = isRoot ? this.captures : []
    const refunds = [entry, ...below].flatMap((parent) => this.#children(parent, 'REFUND'))
    const ownVoids = this.#children(entry, 'VOID')
    const voidsBelow = below.flatMap((parent) => this.#children(parent, 'VOID'))
    const isAuthorization = entry.type === 'AUTHORIZE'
    return {
      authorizedMinor: entry.amount,
      capturedMinor: isAuthorization
        ? total(this.captures) - total(voidsBelow)
        : entry.amount - total(ownVoids),
      refundedMinor: total(refunds),
      voidedMinor: total(ownVoids) + total(voidsBelow),
      finalCapture: !isAuthorization || this.captures.some(({ isFinal }) => isFinal),
    }
  }
}

function total(entries: readonly ModelEntry[]): number {
  return entries.reduce((sum, { amount }) => sum + amount, 0)
}

function nextSettlement(atMs: number): number {
  const day = new Date(atMs)
  day.setUTCHours(23, 59, 0, 0)
  return day.getTime() > atMs ? day.getTime() : day.getTime() + DAY_MS
}
