import { expect, it } from 'vitest'

import { Secret } from '@sluice/platform/kernel/secret'

import type { LiveConfiguration } from '../src/composition/live-configuration.ts'
import { createFindCallbackSecrets } from '../src/composition/select-providers.ts'
import type { ConfigurationFile } from '../src/configuration-file/index.ts'

const fileWith = (secrets: Readonly<Record<string, readonly string[]>>) =>
  ({
    providers: Object.entries(secrets).map(([id, texts]) => ({
      id,
      callbackSecrets: texts.map((text) => new Secret(text)),
    })),
  }) as unknown as ConfigurationFile

function open(simulators: boolean) {
  let tell: Parameters<LiveConfiguration['follow']>[0] = () => undefined
  const secretsOf = createFindCallbackSecrets({ simulators }, new Secret(new Uint8Array(32)), (listener) => {
    tell = listener
    listener(fileWith({ acme: ['first'], other: ['another'] }))
  })
  return { secretsOf, reload: (file: ConfigurationFile | null) => tell(file) }
}

it('a provider that the file no longer names keeps the secrets of its callbacks until the gateway restarts', () => {
  const { secretsOf, reload } = open(false)
  reload(fileWith({ other: ['another'] }))
  expect(secretsOf('acme')).toEqual(['first'])
  reload(null)
  expect(secretsOf('acme')).toEqual(['first'])
  expect(secretsOf('unknown')).toEqual([])
})

it('a secret that the file replaces is gone', () => {
  const { secretsOf, reload } = open(false)
  reload(fileWith({ acme: ['second', 'first'] }))
  expect(secretsOf('acme')).toEqual(['second', 'first'])
  reload(fileWith({ acme: ['second'] }))
  expect(secretsOf('acme')).toEqual(['second'])
  reload(fileWith({ acme: [] }))
  expect(secretsOf('acme')).toEqual([])
  reload(fileWith({}))
  expect(secretsOf('acme')).toEqual([])
})

it('a simulated provider without an entry has its own secret', () => {
  expect(open(true).secretsOf('sim-a')).toEqual([expect.stringMatching(/^whsec_/)])
})
