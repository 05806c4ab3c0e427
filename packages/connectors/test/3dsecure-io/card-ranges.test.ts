/** The versions of a card range: the twin's ranges are simple, so the tests change them in transit. */
import { beforeEach, expect, it } from 'vitest'

import { testCard } from '../../twins/3dsecure-io/test-cards.ts'
import { TwinInProcess } from './ask-twin.ts'
import { enrolmentOf } from './messages.ts'

let twin: TwinInProcess
beforeEach(() => {
  twin = new TwinInProcess()
})

async function enrolWith(members: Readonly<Record<string, unknown>>) {
  twin.damage = (good) =>
    good.kind === 'answer'
      ? { ...good, body: JSON.stringify({ ...(JSON.parse(good.body) as object), ...members }) }
      : good
  return twin.ask('enrol', enrolmentOf(testCard({ end: 'ALL' })))
}

it.each([
  ['the bank', { acsEndProtocolVersion: '2.1.0' }],
  ['the directory server', { dsEndProtocolVersion: '2.1.0' }],
])('uses 2.1.0 where %s has nothing newer', async (_, members) => {
  expect(await enrolWith(members)).toMatchObject({ answer: { message_version: '2.1.0' } })
})

it.each([
  ['as texts', ['2.1.0', '2.3.1']],
  ['as objects', [{ version: '2.1.0' }, { version: '2.3.1' }]],
])('uses no version that the bank switched off, listed %s', async (_, acsProtocolVersions) => {
  expect(await enrolWith({ acsProtocolVersions })).toMatchObject({ answer: { message_version: '2.1.0' } })
})

it('is unavailable where the directory server switched off every version that the connector supports', async () => {
  expect(await enrolWith({ dsProtocolVersions: ['2.3.1'] })).toMatchObject({
    answer: { result: 'UNAVAILABLE' },
  })
})

it('collects the fingerprint at the page of the version that is used', async () => {
  const acsProtocolVersions = [
    { version: '2.1.0', threeDSMethodURL: 'https://acs.example/old' },
    { version: '2.2.0', threeDSMethodURL: 'https://acs.example/new' },
  ]
  expect(await enrolWith({ acsProtocolVersions })).toMatchObject({
    answer: { message_version: '2.2.0', three_ds_method_url: 'https://acs.example/new' },
  })
  expect(await enrolWith({ acsProtocolVersions: acsProtocolVersions.slice(0, 1) })).toMatchObject({
    answer: { message_version: '2.1.0', three_ds_method_url: 'https://acs.example/old' },
  })
})
