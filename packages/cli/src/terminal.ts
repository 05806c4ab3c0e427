/**
 * Everything that the program prints passes through here. Names, ids and reasons come from merchants, providers and
 * shoppers, and a terminal obeys control characters in them, which could change what an operator sees or types.
 */

/** Matches what a terminal obeys, and what changes the order or the lines of a text. A tab is harmless. */
const OBEYED = /(?!\t)[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu

/** Escapes control characters as JSON does, so that a JSON text keeps its value. */
export function showControls(line: string): string {
  return line.replaceAll(OBEYED, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Writes lines to the standard output. Untrusted data cannot split a line. */
export function printLines(lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${showControls(line)}\n`).join(''))
}

/** Writes text with the program's own line breaks to the standard output. */
export function writeOutput(text: string): void {
  process.stdout.write(showControlsOfLines(text))
}

/** Writes text with the program's own line breaks to the standard error output. */
export function writeError(text: string): void {
  process.stderr.write(showControlsOfLines(text))
}

function showControlsOfLines(text: string): string {
  return text.split('\n').map(showControls).join('\n')
}
