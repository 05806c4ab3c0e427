import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchProgress, type BankState } from './watch-progress.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watch({ beganAgoMs = 0 } = {}) {
  const bank = new EventTarget()
  const connection = new EventTarget()
  const stop = new AbortController()
  const states: BankState[] = []
  let online = true
  watchProgress(
    {
      bank,
      connection,
      isOnline: () => online,
      now: Date.now,
      signal: stop.signal,
      beganAtMs: Date.now() - beganAgoMs,
    },
    (state) => states.push(state),
  )
  return {
    states,
    stop: () => stop.abort(),
    load: () => bank.dispatchEvent(new Event('load')),
    connect(isOnline: boolean) {
      online = isOnline
      connection.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
    },
    get state() {
      return states.at(-1)
    },
  }
}

const CALM: BankState = { isShown: true, isLost: false, isBroken: false, isLong: false, news: null }

describe('the state of a bank’s page', () => {
  it('a loading page runs undisturbed for a minute, then help is offered quietly', () => {
    const bank = watch()
    vi.advanceTimersByTime(1_000)
    bank.load()
    vi.advanceTimersByTime(58_999)
    expect(bank.state).toEqual(CALM)
    vi.advanceTimersByTime(1)
    expect(bank.state).toEqual({ ...CALM, isLong: true })
  })

  it('a page that does not load is broken after 20 s, and no longer once it has loaded', () => {
    const bank = watch()
    vi.advanceTimersByTime(19_999)
    expect(bank.state).toEqual({ ...CALM, isShown: false })
    vi.advanceTimersByTime(1)
    expect(bank.state).toEqual({ ...CALM, isShown: false, isBroken: true, news: 'bankIsSlow' })
    bank.load()
    expect(bank.state).toEqual(CALM)
  })

  it('pages that lead to the bank’s question say nothing', () => {
    const bank = watch()
    for (let page = 0; page < 3; page += 1) {
      vi.advanceTimersByTime(1_000)
      bank.load()
    }
    expect(bank.state).toEqual(CALM)
  })

  it('a later load may be the browser’s own page after Back: help is offered quietly at once', () => {
    const bank = watch()
    bank.load()
    vi.advanceTimersByTime(8_000)
    bank.load()
    expect(bank.state).toEqual({ ...CALM, isLong: true })
  })

  it('a lost connection is reported at once, and that it is back; the page may be broken until it loads again', () => {
    const bank = watch()
    bank.load()
    bank.connect(false)
    expect(bank.state).toEqual({ ...CALM, isBroken: true, news: 'connectionLost' })
    bank.connect(true)
    expect(bank.state).toEqual({ ...CALM, isBroken: true, news: 'connectionBack' })
    bank.load()
    expect(bank.state).toEqual(CALM)
  })

  it('a page that loads without a connection is the browser’s own error and is not shown', () => {
    const bank = watch()
    bank.load()
    bank.connect(false)
    bank.load()
    expect(bank.state).toEqual({
      ...CALM,
      isShown: false,
      isLost: true,
      isBroken: true,
      news: 'connectionLost',
    })
    bank.connect(true)
    expect(bank.state).toMatchObject({ isShown: false, isLost: true, news: 'connectionBack' })
  })

  it('the end of the time counts from when the challenge began, not from the last load of its page', () => {
    const bank = watch({ beganAgoMs: 470_000 })
    bank.load()
    vi.advanceTimersByTime(10_000)
    expect(bank.state).toMatchObject({ news: 'closesSoon' })
  })

  it('reports nothing after it has stopped', () => {
    const bank = watch()
    bank.stop()
    const told = bank.states.length
    vi.advanceTimersByTime(600_000)
    bank.load()
    bank.connect(false)
    expect(bank.states).toHaveLength(told)
  })
})
