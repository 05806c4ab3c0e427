import { describe, expect, it } from 'vitest'

import { openChannel } from './channel.ts'

/** A port whose messages arrive when the test says so. */
function makePort() {
  const port = { onmessage: null as ((event: object) => void) | null }
  const heard: unknown[] = []
  let unpacked = 0
  openChannel(
    port as unknown as MessagePort,
    (data) => data as { readonly n: number },
    ({ n }) => heard.push(n),
  )
  return {
    heard,
    unpacked: () => unpacked,
    receive(n: number, timeStamp: number) {
      const event = {
        timeStamp,
        ports: [],
        get data() {
          unpacked += 1
          return { n }
        },
      }
      port.onmessage?.(event)
    },
  }
}

describe('openChannel', () => {
  it('ignores what its list does not know, and passes on the ports that came with a message', () => {
    const port = { onmessage: null as ((event: object) => void) | null }
    const heard: unknown[] = []
    openChannel(
      port as unknown as MessagePort,
      (data) => (data === 'known' ? data : null),
      (message, ports) => heard.push([message, ports]),
    )
    const ports = [{}]
    for (const data of ['unknown', 'known']) port.onmessage?.({ timeStamp: 5_000, ports, data })
    expect(heard).toEqual([['known', ports]])
  })

  it('sends messages with transferred objects, and closes its port', () => {
    const done: unknown[] = []
    const port = {
      onmessage: null,
      postMessage: (...said: unknown[]) => done.push(said),
      close: () => done.push('closed'),
    }
    const channel = openChannel<never, object>(
      port as unknown as MessagePort,
      () => null,
      () => undefined,
    )
    const handed = {} as Transferable
    channel.send({ type: 'focus' })
    channel.send({ type: 'dialog' }, [handed])
    channel.close()
    expect(done).toEqual([[{ type: 'focus' }, []], [{ type: 'dialog' }, [handed]], 'closed'])
  })

  it('receives everything that legitimate pages send', () => {
    const port = makePort()
    for (let n = 0; n < 1_000; n += 1) port.receive(n, 5_000 + n * 20)
    expect(port.heard).toHaveLength(1_000)
  })

  it('drops most of a flood before reading it, and receives again afterwards', () => {
    const port = makePort()
    for (let n = 0; n < 10_000; n += 1) port.receive(n, 5_000 + n / 10)
    expect(port.heard.length).toBeLessThan(310)
    expect(port.unpacked()).toBe(port.heard.length)
    port.receive(-1, 7_000)
    expect(port.heard.at(-1)).toBe(-1)
  })

  it('receives a burst of at most 200 messages at once', () => {
    const port = makePort()
    for (let n = 0; n < 300; n += 1) port.receive(n, 5_000)
    expect(port.heard).toHaveLength(200)
  })
})
