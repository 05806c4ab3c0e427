import type { MerchantRecords } from '../card/authorize-card.ts'
import type { FlowPorts } from '../card/flow.ts'
import type { OperationStore } from './operation-store.ts'

/** Everything that captures, refunds and voids need from outside. */
export interface ManagePorts extends FlowPorts, Pick<MerchantRecords, 'findMerchant' | 'findTerminal'> {
  readonly operations: OperationStore
}
