/**
 * Everything that the program prints goes through here. Names, ids and reasons come from merchants, providers and shoppers, and a
 * terminal obeys the control characters in them: they could change what an operator sees or types.
 */

/** What a terminal obeys, and what changes the order or the lines of a text; a tab does no harm. */
const OBEYED = /(?!\t)[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu

/** Shows control characters as JSON writes them: a JSON text keeps its value. */
export function showControls(line: string): string {
  return line.replaceAll(OBEYED, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Writes lines to the standard output. A line stays one, whatever strangers put into it. */
export function printLines(lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${showControls(line)}\n`).join(''))
}

/** Writes a text of the program's own lines to the standard output. */
export function writeOutput(text: string): void {
  process.stdout.write(showControlsOfLines(text))
}

/** Writes a text of the program's own lines to the standard error output. */
export function writeError(text: string): void {
  process.stderr.write(showControlsOfLines(text))
}

function showControlsOfLines(text: string): string {
  return text.split('\n').map(showControls).join('\n')
}
