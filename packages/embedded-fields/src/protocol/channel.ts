import type { MessageReader } from './messages.ts'

export interface Channel<Outgoing> {
  send(message: Outgoing, transfer?: Transferable[]): void
  close(): void
}

/** A person at a keyboard causes about twenty messages per second; reconfiguring a page causes a burst. */
const MESSAGES_PER_SECOND = 100
const BURST_MESSAGES = 200

/**
 * Exchanges messages over one port of a {@link MessageChannel}. The handshake authenticated the holder of the other
 * port, so messages need no origin; each is still validated by its schema, and invalid ones are ignored. Messages
 * beyond a page's normal rate are dropped unread: a flood must not freeze this side.
 */
export function openChannel<Incoming, Outgoing>(
  port: MessagePort,
  read: MessageReader<Incoming>,
  onMessage: (message: Incoming, ports: readonly MessagePort[]) => void,
): Channel<Outgoing> {
  let allowance = BURST_MESSAGES
  let lastMs = 0
  port.onmessage = (event: MessageEvent<unknown>) => {
    const { timeStamp } = event
    allowance = Math.min(BURST_MESSAGES, allowance + ((timeStamp - lastMs) * MESSAGES_PER_SECOND) / 1_000)
    lastMs = timeStamp
    if (allowance < 1) return
    allowance -= 1
    // Browsers deserialize a message when its data is read.
    const message = read(event.data)
    if (message !== null) onMessage(message, event.ports)
  }
  return {
    send: (message, transfer = []) => port.postMessage(message, transfer),
    close: () => port.close(),
  }
}
