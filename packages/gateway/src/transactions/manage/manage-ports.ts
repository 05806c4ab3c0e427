import type { MerchantRecords } from '../authorize/authorize-card.ts'
import type { FlowPorts } from '../authorize/flow.ts'
import type { OperationStore } from './operation-store.ts'

/** Everything that captures, refunds and voids need from outside. */
export interface ManagePorts extends FlowPorts, Pick<MerchantRecords, 'findMerchant' | 'findTerminal'> {
  readonly operations: OperationStore
}
