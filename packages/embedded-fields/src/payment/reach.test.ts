import { describe, expect, it } from 'vitest'
import { createAddressResolver } from './reach.ts'

const METHODS = 'http://methods.localhost:8080'
const BANK = 'http://bank.localhost:8080'
const FALLBACKS = { [METHODS]: 'http://127.0.0.1:40001', [BANK]: 'http://127.0.0.1:40002' }

const OWN = 'http://127.0.0.1:8080'

function reachOf(answers: readonly string[], fallbacks?: Readonly<Record<string, string>>) {
  const known = new Set(answers)
  const asked: string[] = []
  const reach = createAddressResolver(
    (origin) => {
      asked.push(origin)
      return Promise.resolve(known.has(origin))
    },
    () => OWN,
  )
  reach.learn(fallbacks)
  return { asked, known, reach }
}

describe('createAddressResolver', () => {
  it.each([
    [METHODS, 'http://127.0.0.1:40001'],
    [`${BANK}/simulators/acs/challenge?a=b`, 'http://127.0.0.1:40002/simulators/acs/challenge?a=b'],
  ])('leads from %s to a port where the name does not resolve', async (address, reached) => {
    const { reach } = reachOf([OWN], FALLBACKS)
    expect(await reach.addressOf(address)).toBe(reached)
  })

  it('stays with names that resolve, and asks for one of them once', async () => {
    const { asked, reach } = reachOf([OWN, METHODS], FALLBACKS)
    const addresses = [METHODS, `${BANK}/page`, METHODS]
    expect(await Promise.all(addresses.map((address) => reach.addressOf(address)))).toEqual(addresses)
    expect(asked).toEqual([METHODS])
  })

  it('caches nothing about names from a gateway that is restarting', async () => {
    const { known, reach } = reachOf([], FALLBACKS)
    expect(await reach.addressOf(BANK)).toBe(BANK)
    known.add(OWN)
    expect(await reach.addressOf(BANK)).toBe(FALLBACKS[BANK])
    known.add(BANK)
    expect(await reach.addressOf(BANK)).toBe(FALLBACKS[BANK])
  })

  it.each([
    ['http://127.0.0.1:8080/return'],
    [`${BANK}0/page`],
    [`${BANK}.evil.example/page`],
    ['https://shop.example/'],
    [''],
  ])('returns %s unchanged and requests nothing', async (address) => {
    const { asked, reach } = reachOf([OWN], FALLBACKS)
    expect(await reach.addressOf(address)).toBe(address)
    expect(asked).toEqual([])
  })

  it('requests nothing in production', async () => {
    const { asked, reach } = reachOf([OWN])
    expect(await reach.addressOf('https://methods.example')).toBe('https://methods.example')
    expect(asked).toEqual([])
  })
})
