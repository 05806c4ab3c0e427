/** A place in a text, counted from zero. */
interface Position {
  readonly line: number
  readonly column: number
}

/** One small fault that a test should find. */
export interface Mutant {
  /** Names the switch in the instrumented text; another text may give the same number to another mutant. */
  readonly id: string
  /** Path from the root. */
  readonly file: string
  /** Place, kind and replacement: the same as long as the text of the file is the same. */
  readonly key: string
  /** The line that begins it, counted from one. */
  readonly line: number
  readonly mutator: string
  readonly original: string
  readonly replacement: string
}

interface InstrumentedMutant {
  readonly id: string
  readonly fileName: string
  readonly mutatorName: string
  readonly replacement: string
  readonly location: { readonly start: Position; readonly end: Position }
}

/** Describes a mutant for readers, and gives it a name that survives the next run. */
export function describeMutant(mutant: InstrumentedMutant, text: string): Mutant {
  const { id, fileName, mutatorName, replacement, location } = mutant
  const { start, end } = location
  return {
    id,
    file: fileName,
    key: `${start.line + 1}:${start.column}-${end.line + 1}:${end.column} ${mutatorName} ${replacement}`,
    line: start.line + 1,
    mutator: mutatorName,
    original: textBetween(text, start, end),
    replacement,
  }
}

function textBetween(text: string, start: Position, end: Position): string {
  const lines = text.split('\n').slice(start.line, end.line + 1)
  if (lines.length === 0) return ''
  lines[lines.length - 1] = lines.at(-1)!.slice(0, end.column)
  lines[0] = lines[0]!.slice(start.column)
  return lines.join('\n')
}
