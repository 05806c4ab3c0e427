import { CHANGE_TYPES, type ManageType } from '@sluice/types/vocabulary'

import type { OperationRequest } from '../provider.ts'
import { readSimulation } from '../scenarios/read-metadata.ts'
import { type Decision, describeDecision } from './decision.ts'
import { isApproved, isApprovedOrPending, type LedgerEntry } from './provider-ledger.ts'

/**
 * Decides an operation by the ledger of its original: refused if the ledger does not allow it, else approved,
 * unless the request specifies an outcome.
 *
 * @see docs/provider-protocol/authorizations.md#what-a-provider-must-refuse
 */
export function decideOperation(
  request: OperationRequest,
  booked: readonly LedgerEntry[],
  nowMs: number,
): Decision {
  const simulation = readSimulation(request.metadata)
  if (!isPossible(request, booked, nowMs)) return describeDecision('2010', null, null, false)
  return describeDecision(
    simulation.responseCode ?? '0000',
    simulation.providerResponseCode,
    simulation.providerResponseMessage,
    false,
  )
}

function isPossible(request: OperationRequest, booked: readonly LedgerEntry[], nowMs: number): boolean {
  const stands = (entry: LedgerEntry) =>
    isApproved(entry, nowMs) || (request.isUndo === true && isApprovedOrPending(entry))
  const entryOf = (key: string) => booked.find((entry) => entry.idempotencyKey === key && stands(entry))
  const [original, parent] = [entryOf(request.originalKey), entryOf(request.parentKey)]
  if (!original || !parent) return false
  const isOurs = original.accountId === request.accountId && original.currency === request.currency
  const { amountMinor } = request
  return isOurs && amountMinor > 0 && amountMinor <= findRoomMinor(request.operation, parent, booked, nowMs)
}

/** Returns how much of an authorization, purchase or capture an operation can still move, or add. */
function findRoomMinor(
  operation: ManageType,
  parent: LedgerEntry,
  booked: readonly LedgerEntry[],
  nowMs: number,
): number {
  const moving = booked.filter(isApprovedOrPending)
  const operationsOf = (key: string) => moving.filter(({ parentKey }) => parentKey === key)
  const isTakenBack = ({ idempotencyKey }: LedgerEntry) =>
    operationsOf(idempotencyKey).some(({ type }) => type === 'VOID')
  const operations = operationsOf(parent.idempotencyKey)

  if (parent.type === 'AUTHORIZE') {
    const standing = operations.filter(
      (entry) => !isChange(entry.type) && (entry.type !== 'CAPTURE' || !isTakenBack(entry)),
    )
    const raised = operations.filter((entry) => entry.type === 'INCREMENT' && isApproved(entry, nowMs))
    // A void releases everything that is held, including increments that its sender does not know.
    const isVoided = standing.some(({ type }) => type === 'VOID')
    const isClosed = standing.some(({ type, releasesRest }) => type !== 'VOID' && releasesRest)
    // A second void releases the part that a declined capture held.
    const isReleased = isClosed || (isVoided && operation !== 'VOID')
    const room = isReleased ? 0 : parent.amountMinor + sumOf(raised) - sumOf(standing)
    // An increment adds at most the original amount, and only while something is held.
    if (operation === 'INCREMENT') return room > 0 ? parent.amountMinor : 0
    return operation === 'REFUND' ? 0 : room
  }
  if (isChange(operation)) return 0
  const isRefunded = operation === 'VOID' && operations.some(({ type }) => type === 'REFUND')
  const holdsMoney = parent.type === 'PURCHASE' || parent.type === 'CAPTURE'
  return operation === 'CAPTURE' || isRefunded || !holdsMoney ? 0 : leftOf(parent) - sumOf(operations)
}

function isChange(type: LedgerEntry['type']): boolean {
  return CHANGE_TYPES.some((change) => change === type)
}

function sumOf(entries: readonly LedgerEntry[]): number {
  return entries.reduce((sum, entry) => sum + leftOf(entry), 0)
}

/** Returns the amount of an entry that was moved and did not fail later. */
function leftOf({ amountMinor, failedMinor }: LedgerEntry): number {
  return amountMinor - failedMinor
}
