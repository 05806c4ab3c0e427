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
  readonly parties: Pick<ExternalParties, 'callbackSecretsOf' | 'reportIncident' | 'simulatedWallets'>
  readonly sandboxPorts: SandboxPorts
  /** Applies a change while no background job runs, then runs the jobs that are due. Returns how much they did. */
  readonly runJobs: BackgroundWork['runAfter']
  /** The demo merchant's variables as lines of an `.env` file; `null` before the gateway listens, and in production. */
  readonly readDemoEnvironment: () => string | null
  readonly taskLog: TaskLog
  readonly adapters: Partial<
    Pick<Adapters, 'assets' | 'documentationFolder' | 'hostedPage' | 'portalProgram' | 'eventStreamLimits'>
  >
}

/** The files that shoppers' browsers load. */
export type Pages = Required<Pick<RouteParts['adapters'], 'assets' | 'hostedPage'>>

/** The additional languages of a merchant's pages. */
export const languagesOf =
  ({ findMerchant }: Pick<MerchantStore, 'findMerchant'>) =>
  async (merchantId: string) =>
    (await findMerchant(merchantId))?.languages ?? []
