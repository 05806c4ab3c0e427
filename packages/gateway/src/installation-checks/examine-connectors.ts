import { toTimestamp } from '@sluice/platform/kernel/clock'
import type { OverseenConnector } from '@sluice/portal-api'

import { openDatabaseToRead } from '../composition/database-of-config.ts'
import type { Config } from '../config.ts'
import type { ConfigurationFile } from '../configuration-file/index.ts'
import { describeConnectors } from '../operator-overview/index.ts'
import { createFindNewestEvent, type FindNewestEvent } from '../transactions/index.ts'
import { bad, type Examined, good } from './examined.ts'

/** Lists the connectors of the configuration with accounts, declarations and last events. @param violations - `<provider>: <problem>`, of all providers. */
export async function examineConnectors(
  config: Config,
  file: Pick<ConfigurationFile, 'providers'>,
  violations: readonly string[],
): Promise<readonly Examined[]> {
  const { findNewestEvent, close } = await openEvents(config)
  try {
    const connectors = await describeConnectors(
      { providers: file.providers, threeDsServers: [] },
      { accounts: [], findNewestEvent },
    )
    return connectors.map((connector) => {
      const what = `connector ${connector.id}`
      const prefix = `${connector.id}: `
      const problems = violations
        .filter((one) => one.startsWith(prefix))
        .map((one) => one.slice(prefix.length))
      return problems.length > 0
        ? bad(what, `${problems.join(' ')} Check address, network and secret_files.`)
        : good(what, describe(connector))
    })
  } finally {
    await close()
  }
}

const AUTHENTICATION: Readonly<Record<string, string>> = {
  EXTERNAL: '3-D Secure by a server',
  PROVIDER: '3-D Secure by the provider',
}

const EVENTS: Readonly<Record<string, string>> = {
  AUTHORITATIVE: 'events settle payments',
  HINT: 'events trigger status queries',
  NONE: 'no events',
}

function describe({ title, contract, methods, operations, events, accounts }: OverseenConnector): string {
  const said = accounts.map(({ id, authentication, lastEventAtMs }) => {
    const last = lastEventAtMs === null ? 'no event yet' : `last event ${toTimestamp(lastEventAtMs)}`
    return `account ${id} (${AUTHENTICATION[authentication]}, ${last})`
  })
  return [
    `${title} responds and accepts the key, built from ${contract}`,
    ...said,
    methods.join(', '),
    operations.join(', '),
    EVENTS[events],
  ].join('; ')
}

/** Before the first start, there is nothing to read. The check of the database says what else may be wrong. */
async function openEvents(
  config: Config,
): Promise<{ readonly findNewestEvent: FindNewestEvent; readonly close: () => Promise<void> }> {
  try {
    const { db, close } = await openDatabaseToRead(config)
    return { findNewestEvent: createFindNewestEvent(db), close }
  } catch {
    return { findNewestEvent: () => Promise.resolve(null), close: () => Promise.resolve() }
  }
}
