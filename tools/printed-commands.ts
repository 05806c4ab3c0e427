const PROGRAMS = /^(?:npm|npx|node|sluice-gateway) /

/** The commands of a page: every line of its blocks for a shell, and every command within a sentence. */
export function listPrintedCommands(markdown: string): readonly string[] {
  const lines = [...markdown.matchAll(/^```(\w*)[^\n]*\n([^]*?)^```$/gm)].flatMap(([, language, code = '']) =>
    linesOf(language ?? '', code),
  )
  const inSentences = [...markdown.matchAll(/`([^`\n]+)`/g)]
    .map(([, text = '']) => text)
    // `npm install @sluice/…` is a placeholder; the code blocks have the commands with real names.
    .filter((text) => PROGRAMS.test(text) && !text.includes('…'))
  return [...new Set([...lines, ...inSentences])]
}

/** A command of a transcript, and what a page says that it prints. */
export interface Exchange {
  readonly command: string
  /** A pattern that matches its whole output. In a printed line {@link PRINTED_ID} is any id, and `…` any text. */
  readonly output: RegExp
}

/**
 * The placeholder for an id in a transcript, which differs each time; in a command it is the id that was printed last.
 */
export const PRINTED_ID = '019c…'

/** The id that a command printed. */
export const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/

/** The transcripts of a page: its blocks for a console, with the output of each command. */
export function listTranscript(markdown: string): readonly Exchange[] {
  const blocks = [...markdown.matchAll(/^```console[^\n]*\n([^]*?)^```$/gm)]
  return blocks.flatMap(([, code = '']) =>
    code
      .split(/^\$ /m)
      .filter((exchange) => exchange !== '')
      .map((exchange) => {
        const [command = '', ...output] = exchange.trimEnd().split('\n')
        return { command, output: new RegExp(`^${output.map(toPattern).join('\\n')}$`) }
      }),
  )
}

function toPattern(line: string): string {
  const parts = line.split(PRINTED_ID)
  return parts.map((part) => part.split('…').map(escapePattern).join('[^\\n]+')).join(ID.source)
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

function linesOf(language: string, code: string): readonly string[] {
  const lines = code.split('\n').filter((line) => line.trim() !== '')
  switch (language) {
    case '':
    case 'sh':
      // The text after the number sign is for readers.
      return lines.map((line) => line.replace(/ +# .*$/, ''))
    case 'console':
      return lines.filter((line) => line.startsWith('$ ')).map((line) => line.slice(2))
    case 'json':
      return [...code.matchAll(/"command": ("[^"]+"),\s+"args": (\[[^\]]*\])/g)].map(([, command, args]) =>
        [JSON.parse(command ?? '""') as string, ...(JSON.parse(args ?? '[]') as string[])].join(' '),
      )
    default:
      return []
  }
}
