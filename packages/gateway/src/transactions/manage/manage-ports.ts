import type { MerchantRecords } from '../authorize/authorize-card.ts'
import type { FlowPorts } from '../authorize/flow.ts'
import type { OperationPort } from '../operation-provider.ts'
import type { OperationStore } from './operation-store.ts'

/** The provider that a transaction was approved by; without `operate` it takes money and does nothing else. */
export function findOperator(ports: ManagePorts, providerId: string): Partial<OperationPort> | null {
  return ports.providers.get(providerId) ?? ports.alternativeProviders.get(providerId) ?? null
}

/** Everything that captures, refunds and voids need from outside. */
export interface ManagePorts extends FlowPorts, Pick<MerchantRecords, 'findMerchant' | 'findTerminal'> {
  readonly operations: OperationStore
}
