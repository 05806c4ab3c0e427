import { type DestinationStream, type LevelWithSilent, type LogFn, type Logger, pino } from 'pino'
import { allowFields } from './allow-fields.ts'
import { currentLogContext } from './log-context.ts'
import { scrubCardNumbers } from './scrub-card-numbers.ts'

export interface LoggerOptions {
  readonly level: LevelWithSilent
  readonly destination: DestinationStream
}

/**
 * Makes the logger: JSON lines with {@link LOG_FIELDS} only, errors reduced, and card numbers masked in what is
 * left. Messages are fixed texts; what a line is about belongs into its fields.
 */
export function createLogger({ level, destination }: LoggerOptions): Logger {
  return pino(
    {
      level,
      base: null,
      mixin: () => ({ ...currentLogContext() }),
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: allowFields, bindings: allowFields },
      // Errors were reduced by the formatter; pino's own serializer would put the stack back.
      serializers: { err: (description: unknown) => description },
      hooks: { logMethod: passFieldsAndMessage, streamWrite: scrubLine },
    },
    destination,
  )
}

/**
 * Pino takes an error for a message, and further arguments for values to print into it. Here an error is a field, and
 * values have no way into the message.
 */
function passFieldsAndMessage(this: Logger, [first, second]: readonly unknown[], write: LogFn): void {
  if (typeof first === 'string') return write.call(this, {}, first)
  const fields = first instanceof Error ? { err: first } : (first as Record<string, unknown>)
  write.call(this, fields, typeof second === 'string' ? second : '')
}

/**
 * Texts are checked decoded, not as JSON spells them; a masked number becomes a text. In a line of
 * JSON every opening quotation mark is closed; `$` prevents an open one from being tried again from each that follows.
 */
function scrubLine(line: string): string {
  return line.replaceAll(/"(?:[^"\\]|\\[^])*(?:"|\\?$)|\d{13,}/g, (part) => {
    const isText = part.startsWith('"')
    const value = isText ? String(JSON.parse(part)) : part
    const scrubbed = scrubCardNumbers(value)
    return scrubbed === value ? part : JSON.stringify(scrubbed)
  })
}
