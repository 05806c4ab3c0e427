import type { TaskLog } from '@sluice/platform/jobs/task-log'

import type { MerchantStore } from '../merchants/index.ts'
import type { Adapters } from './adapters.ts'
import type { BackgroundWork } from './background-work.ts'
import type { ExternalParties } from './connect-parties.ts'
import type { GatewayEdge } from './edge.ts'
import type { FlowPorts } from './flow-ports.ts'
import type { SandboxPorts } from './sandbox-ports.ts'
import type { Storage } from './storage.ts'

export interface RouteParts {
  readonly edge: GatewayEdge
  readonly storage: Storage
  readonly flows: FlowPorts
  readonly parties: Pick<ExternalParties, 'callbackSecretsOf' | 'simulatedWallets'>
  readonly sandboxPorts: SandboxPorts
  /** Makes a change while no background task runs, and does what is due after it; gives how much. */
  readonly workOff: BackgroundWork['runAfter']
  /** The demo merchant's variables as lines of an `.env` file; `null` before the gateway listens, and in production. */
  readonly readDemoEnvironment: () => string | null
  readonly taskLog: TaskLog
  readonly adapters: Partial<
    Pick<Adapters, 'assets' | 'documentationFolder' | 'hostedPage' | 'portalProgram' | 'eventStreamLimits'>
  >
}

/** What browsers of shoppers load. */
export type Pages = Required<Pick<RouteParts['adapters'], 'assets' | 'hostedPage'>>

/** What the pages of a merchant speak besides the languages of every merchant. */
export const languagesOf =
  ({ findMerchant }: Pick<MerchantStore, 'findMerchant'>) =>
  async (merchantId: string) =>
    (await findMerchant(merchantId))?.languages ?? []
