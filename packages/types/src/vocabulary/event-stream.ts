/** The cursor before a merchant's first event. */
export const EVENT_STREAM_BEGINNING = '0'

/** One message of an event stream. */
export interface EventStreamMessage {
  /** The last `id` that the stream has given so far: what to resume from. Null before the first. */
  readonly id: string | null
  /** The JSON of an event; empty for a message that only moves the cursor. */
  readonly data: string
}

/**
 * Creates a reader of `text/event-stream` (HTML Living Standard §9.2.6), as far as the gateway writes that format.
 *
 * @returns a function that accepts the next chunk of text and returns the complete messages; a chunk may end anywhere.
 */
export function createEventStreamReader(): (piece: string) => readonly EventStreamMessage[] {
  let rest = ''
  let id: string | null = null
  return (piece) => {
    const blocks = (rest + piece).split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.flatMap((block) => {
      const fields = block.split('\n').map(readField)
      const isComment = fields.every(([name]) => name === '')
      if (isComment) return []
      id = fields.findLast(([name]) => name === 'id')?.[1] ?? id
      const data = fields.flatMap(([name, value]) => (name === 'data' ? [value] : []))
      return [{ id, data: data.join('\n') }]
    })
  }
}

/** A comment begins with a colon, so that its name is empty. One space behind the colon is no part of the value. */
function readField(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(':')
  if (colon < 0) return [line, '']
  return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')]
}
