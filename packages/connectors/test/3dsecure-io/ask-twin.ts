import { Secret } from '@sluice/shared/secret'

import { CONNECTOR } from '../../src/3dsecure-io/index.ts'
import type { HttpResult } from '../../src/kit/http-message.ts'
import type { CallEnd, ConnectorSecrets } from '../../src/kit/step.ts'
import type { ThreeDsAnswers, ThreeDsMessages } from '../../src/kit/three-ds-call.ts'
import { runCall } from '../../src/runtime/run-call.ts'
import type { RevealedRequest } from '../../src/runtime/send.ts'
import { answerCall } from '../../twins/3dsecure-io/api.ts'
import { Witness } from '../../twins/3dsecure-io/witness.ts'
import { World } from '../../twins/3dsecure-io/world.ts'
import { watchSecrets } from '../watch-secrets.ts'

const KEY = '5f0c2f9a-41d7-4c8e-9b36-0a7de2c41b58'

/** The connector and its twin, without a socket. A call fails if a secret is where 3dsecure.io's contract has none. */
export class TwinInProcess {
  now = Date.UTC(2026, 0, 15, 9, 30)
  readonly world: World
  readonly witness = new Witness()
  readonly sent: RevealedRequest[] = []
  readonly #watch = watchSecrets({
    apiKey: KEY,
    keyHeader: 'apikey',
    cardPaths: /^\/(?:pre)?auth$/,
  })
  keys: readonly string[] = [KEY]
  secrets: ConnectorSecrets = { api_key: [new Secret(KEY)] }
  /** The fate of an answer on its way. */
  damage: (result: HttpResult, request: RevealedRequest) => HttpResult = (result) => result

  constructor() {
    let ids = 0
    const uuid = (): string => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`
    this.world = new World({ now: () => this.now, uuid, pagesUrl: () => 'https://acs.example' })
  }

  async ask<Name extends keyof ThreeDsMessages>(
    name: Name,
    message: ThreeDsMessages[Name],
  ): Promise<CallEnd<ThreeDsAnswers[Name]>> {
    const call = { name, message } as Parameters<typeof CONNECTOR.step>[0]
    const terms = { account: null, state: null, token: null }
    this.#watch.learn(message)
    const end = await runCall(CONNECTOR.step, call, terms, {
      clock: { now: () => this.now },
      timers: { sleep: () => Promise.resolve() },
      random: { bytes: (length) => new Uint8Array(length), uuid: () => 'none' },
      secrets: () => this.secrets,
      timeoutMs: 10_000,
      onExchange: this.#watch.seePrinted,
      send: this.#watch.watchSend((request) => Promise.resolve(this.#send(request))),
    })
    this.#watch.seeTold(end)
    return end as CallEnd<ThreeDsAnswers[Name]>
  }

  #send(request: RevealedRequest): HttpResult {
    this.sent.push(request)
    const { status, contentType, body } = answerCall(this.world, new Set(this.keys), this.witness, request)
    const result = { kind: 'answer', status, headers: { 'content-type': contentType }, body } as const
    return this.damage(result, request)
  }
}
