import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import { ARES, CREQ, CRES, ERRO, RREQ } from '../../twins/3dsecure-io/emv/answers.ts'
import { AREQ } from '../../twins/3dsecure-io/emv/areq.ts'
import { checkMessage } from '../../twins/3dsecure-io/emv/check-message.ts'
import { CHANNELS, type EmvMessage } from '../../twins/3dsecure-io/emv/members.ts'

interface Recorded {
  /** The number of recorded messages with this shape. */
  readonly times: number
  /** The channel of the request that a message answers. */
  readonly channel?: string | null
  readonly category?: string | null
  /** The members whose value is the usual one. */
  readonly members: string
  readonly own: EmvMessage
}

const { values, messages } = JSON.parse(
  readFileSync(new URL('../vectors/emv-messages.json', import.meta.url), 'utf8'),
) as { readonly values: EmvMessage; readonly messages: readonly Recorded[] }

const TABLES = { AReq: AREQ, ARes: ARES, RReq: RREQ, CReq: CREQ, CRes: CRES, Erro: ERRO }

/**
 * The differences of recorded messages from EMVCo’s tables: additional and missing members. Test platforms of schemes
 * wrote them.
 */
const DEVIATIONS: Readonly<Record<string, string>> = {
  'ARes 203 threeDSServerRefNumber': 'the test directory of one scheme repeats it',
  'AReq 201 threeDSServerURL': 'the test platform of another scheme leaves it out',
  'RReq 203 authenticationMethod': 'named as in version 2.3.1, in a message of 2.1.0',
}

function expand({ members, own }: Recorded): EmvMessage {
  const usual = members.split(' ').filter(Boolean)
  return { ...Object.fromEntries(usual.map((name) => [name, values[name]])), ...own }
}

function check(recorded: Recorded) {
  const message = expand(recorded)
  const type = message['messageType'] as keyof typeof TABLES
  const channel = CHANNELS[recorded.channel ?? '']
  const category = recorded.category ?? undefined
  const problems = checkMessage(TABLES[type], message, {
    ...(channel && { channel }),
    ...(category && { category }),
    isFromServer: true,
  })
  return problems.map(({ errorCode, member }) => `${type} ${errorCode} ${member}`)
}

/** 3RI requests in which a test of version 2 hides members of a browser. */
const isHidingBrowser = (recorded: Recorded): boolean => {
  const { deviceChannel, browserUserAgent } = expand(recorded)
  return deviceChannel === '03' && browserUserAgent !== undefined
}

describe('recorded messages', () => {
  it('are of six types', () => {
    const counts = new Map<unknown, number>()
    for (const recorded of messages) {
      const { messageType } = expand(recorded)
      counts.set(messageType, (counts.get(messageType) ?? 0) + recorded.times)
    }
    expect(Object.fromEntries(counts)).toEqual({ AReq: 77, ARes: 76, CReq: 13, CRes: 13, Erro: 2, RReq: 14 })
  })

  it('pass the tables, but for what is listed', () => {
    let passed = 0
    for (const recorded of messages.filter((one) => !isHidingBrowser(one))) {
      const problems = check(recorded)
      if (problems.length === 0) passed += recorded.times
      expect(problems.filter((problem) => !(problem in DEVIATIONS))).toEqual([])
    }
    expect(passed).toBe(169)
  })

  it('are refused with members of another channel', () => {
    const hiding = messages.filter(isHidingBrowser)
    expect(hiding.reduce((sum, { times }) => sum + times, 0)).toBe(2)
    for (const recorded of hiding) expect(check(recorded)).toContain('AReq 203 browserUserAgent')
  })

  /** A planted fault in each recorded shape: the tables find exactly that one. */
  it.each([
    ['a member that EMV does not have', (message: EmvMessage) => ({ ...message, cvv: '123' }), '203 cvv'],
    [
      'an id that is none',
      (message: EmvMessage) => ({ ...message, threeDSServerTransID: '1' }),
      '203 threeDSServerTransID',
    ],
    [
      'a number for a text',
      (message: EmvMessage) => ({ ...message, messageVersion: 2 }),
      '203 messageVersion',
    ],
  ])('with %s are refused', (_, plant, problem) => {
    for (const recorded of messages) {
      const message = plant(expand(recorded))
      expect(check({ ...recorded, members: '', own: message }).join()).toContain(problem)
    }
  })
})
