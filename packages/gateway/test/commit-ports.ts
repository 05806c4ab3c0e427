import type { Kysely } from 'kysely'

import type { Clock } from '@sluice/platform/kernel/clock'
import { createSealer } from '@sluice/platform/secrets/sealer'
import { createSystemRandom } from '@sluice/platform/system'

import type { Database } from '../src/composition/tables.ts'
import { createOneTimeUses } from '../src/payment-methods/index.ts'
import { createReferenceHolds } from '../src/references/index.ts'
import { createRiskWrites } from '../src/risk/index.ts'
import { sessionWrites } from '../src/sessions/index.ts'
import { type CommitPorts, USUAL_DEADLINES } from '../src/transactions/index.ts'
import { createAddToOutbox } from '../src/webhooks/index.ts'

/** Sealed under a master key of zeros. */
export const TEST_SEALER = createSealer(new Uint8Array(32), createSystemRandom({ now: () => 0 }))

/** The real writers of the other slices in a transaction's commits; no card is saved. */
export function makeCommitPorts(db: Kysely<Database>, clock: Clock): CommitPorts {
  return {
    references: createReferenceHolds(db),
    sessionWrites,
    linkWrites: {
      reserve: () => Promise.resolve(),
      recheck: () => Promise.resolve(),
      settle: () => Promise.resolve(),
    },
    oneTimeUses: createOneTimeUses({ db, clock }),
    risk: createRiskWrites({ dialect: 'sqlite', clock }),
    saving: { keep: () => Promise.resolve(), settle: () => Promise.resolve(null) },
    addToOutbox: createAddToOutbox(() => undefined),
    deadlinesOf: () => USUAL_DEADLINES,
    sealer: TEST_SEALER,
  }
}
