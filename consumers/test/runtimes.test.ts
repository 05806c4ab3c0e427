import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from '../../packages/gateway/test/test-gateway.ts'
import { installPackedClient, type Project } from '../packed-client.ts'
import { RUNTIMES } from '../runtimes/runtimes.ts'
import { type StubGateway, startStubGateway } from '../runtimes/stub-gateway.ts'
import type { Credentials, Fixture } from '../runtimes/world.ts'

describe('the packed client', () => {
  let gateway: TestGateway
  let stub: StubGateway
  let project: Project
  let fixture: Fixture

  beforeAll(async () => {
    ;[gateway, stub, project] = await Promise.all([
      startTestGateway(),
      startStubGateway(),
      installPackedClient(['runtimes']),
    ])
    const gone = await startStubGateway()
    await gone.close()
    const at = (url: string): Credentials => ({
      baseUrl: url,
      authUrl: url,
      realm: 'payments',
      clientId: 'shop',
      clientSecret: 'canary-client-secret',
    })
    const { base_url, auth_url, realm, client_id, client_secret, terminal_id } = gateway.ready
    fixture = {
      gateway: {
        baseUrl: base_url,
        authUrl: auth_url,
        realm,
        clientId: client_id,
        clientSecret: client_secret,
      },
      terminalId: terminal_id,
      stub: at(stub.url),
      closed: at(gone.url),
    }
  })
  afterAll(() => Promise.all([gateway.close(), stub.close(), project.remove()]))

  it.each(Object.entries(RUNTIMES))('keeps its promises on %s', async (name, run) => {
    // A separate realm, because the stand-in counts what each runtime requests.
    const outcomes = await run(project.folder, named(fixture, name))
    expect(Object.keys(outcomes).length).toBeGreaterThan(10)
    for (const [promise, problem] of Object.entries(outcomes)) expect.soft(problem, promise).toBeNull()
  })
})

function named(fixture: Fixture, name: string): Fixture {
  return { ...fixture, stub: { ...fixture.stub, realm: name.toLowerCase().replaceAll(' ', '-') } }
}
