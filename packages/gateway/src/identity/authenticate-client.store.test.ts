import { expect, it } from 'vitest'

import { describeOnBothDatabases } from '../../test/databases.ts'
import { createStandingClock } from '../../test/standing-clock.ts'
import { authenticateClient } from './authenticate-client.ts'
import { createClientStore } from './client.store.ts'
import { createClientAssertions } from './client-assertions.store.ts'
import { createFailureLimit } from './failure-limit.ts'

describeOnBothDatabases('authenticateClient', (open) => {
  it('refuses an id that no database can hold like that of any stranger', async () => {
    const { db } = await open()
    const clock = createStandingClock()
    const clients = createClientStore({ db, clock })
    const ports = {
      clients,
      findClientRecently: clients.find,
      failures: createFailureLimit(clock),
      assertions: createClientAssertions(db),
      audiences: () => [],
      realTime: clock,
      limitClient: async () => null,
    }
    for (const clientId of ['\0', 'shop\0', 'sh\u00f6p', 'stranger']) {
      expect(await authenticateClient(ports, { clientId, clientSecret: 'x' }, '192.0.2.1')).toEqual({
        ok: false,
        refusal: { reason: 'client_refused' },
        clientId: null,
      })
    }
  })
})
